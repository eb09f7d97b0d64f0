import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Operation, operations } from '@signet/contracts'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** Fields that a shared component sends for every operation; labels of a new object are set on its page. */
const shared: Readonly<Record<string, readonly string[]>> = {
  'components/confirm-operation.tsx': ['confirm', 'expect'],
  'components/labels': ['labels', 'managedByTool'],
  'components/list': ['q', 'cursor', 'count'],
  'components/key-set.tsx': ['alg'],
}

const withoutControls: Readonly<Record<string, string>> = {
  settings_update: 'The page of the settings draws a control for each setting of the catalogue.',
}

const reasons: Readonly<Record<string, string>> = {
  'smtp_settings_test.language': 'The test message has the language of the administrator.',
}

const folderOf = (file: string): string => file.split('/').slice(0, 2).join('/')

/** Returns the fields of an operation whose names are in no file of the pages that call it. */
function fieldsWithoutControl([name, operation]: readonly [string, Operation]): string[] {
  const callers = files.filter(({ text }) => new RegExp(`['"]${name}['"]`).test(text))
  const folders = new Set(
    callers
      .map(({ file }) => file)
      .filter((file) => file.startsWith('pages/'))
      .map(folderOf),
  )
  const texts = files.filter(({ file }) => folders.has(folderOf(file))).concat(callers)
  const sent = Object.values(shared).flat()
  return Object.keys(operation.input.shape)
    .filter((field) => !operation.route.includes(`:${field}`) && !sent.includes(field))
    .filter((field) => !texts.some(({ text }) => new RegExp(`\\b${field}\\b`).test(text)))
    .map((field) => `${name}.${field}`)
}

test('every field of a change has a control on the pages that call it, or a reason to have none', () => {
  const changes = Object.entries<Operation>(operations).filter(
    ([name, { kind, forPrograms }]) => kind !== 'read' && !forPrograms && !(name in withoutControls),
  )
  expect(changes.flatMap(fieldsWithoutControl)).toEqual(Object.keys(reasons))
})

test('the shared components send the fields that are expected of them', () => {
  for (const [place, fields] of Object.entries(shared)) {
    const texts = files.filter(({ file }) => file.startsWith(place)).map(({ text }) => text)
    for (const field of fields)
      expect(
        texts.some((text) => new RegExp(`\\b${field}\\b`).test(text)),
        `${place} ${field}`,
      ).toBe(true)
  }
})
