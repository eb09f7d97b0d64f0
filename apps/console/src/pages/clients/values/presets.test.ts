import { applicationKinds, operations } from '@signet/contracts'
import { expect, test } from 'vitest'
import { lineError } from './line-error.ts'
import { filled, originsOf, presetOf, presets } from './presets.ts'

test.each(applicationKinds)(
  'the preset %s creates an application that the contract accepts and that is recognised as this preset',
  (name) => {
    const { fields } = presets[name]
    const input = { projectId: 'prj_1', clientName: 'App', ...fields }
    expect(operations.client_create.input.safeParse(input).success).toBe(true)
    expect(presetOf({ ...fields, applicationType: fields.applicationType ?? 'web' })).toBe(name)
  },
)

test('a single-page application may call the token endpoint from the origins of its redirect addresses', () => {
  expect(
    originsOf(['https://a.example/cb', 'https://a.example/x', 'http://localhost:5173/', 'app:/cb', 'no']),
  ).toEqual(['https://a.example', 'http://localhost:5173'])
})

test('empty lines are not sent, and errors are shown at the right line', () => {
  const lines = ['', ' https://a.example ', '', 'nonsense']
  expect(filled(lines)).toEqual(['https://a.example', 'nonsense'])
  const errorAt = (field: string) => (field === 'redirectUris.1' ? 'bad' : undefined)
  expect(lines.map((_, index) => lineError(errorAt, 'redirectUris', lines, index))).toEqual([
    undefined,
    undefined,
    undefined,
    'bad',
  ])
})
