import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCodes, nouns, operationList, settingKeys } from '@signet/contracts'
import { expect, test } from 'vitest'
import { allPages } from '../build/all-pages.ts'

const pages = allPages()
const bodyOf = (path: string): string => pages.find((page) => page.path === path)?.body ?? ''
const headingsOf = (body: string): string[] =>
  [...body.matchAll(/^#{2,3} (.+)$/gm)].map(([, text = '']) => text)

test('each error code has an entry in the reference', () => {
  const headings = new Set(headingsOf(bodyOf('reference/api/errors')))
  expect(errorCodes.filter((code) => !headings.has(`\`${code}\``))).toEqual([])
})

test('each operation has an entry on the page of its noun', () => {
  const bodies = Object.keys(nouns).map((noun) => bodyOf(`reference/api/${noun}`))
  const headings = new Set(bodies.flatMap(headingsOf))
  const missing = operationList.filter(
    ({ tool, title }) => !headings.has(title) && !headings.has(`\`${tool}\``),
  )
  expect(missing.map(({ tool }) => tool)).toEqual([])
})

test('the entry of an operation has a call by curl and the nested fields of its response', () => {
  const entry = bodyOf('reference/api/users').split('## Create a user')[1]?.split(/^## /m)[0] ?? ''
  expect(entry).toMatch(/^\| `profile\.\w+`/m)
  expect(entry).toContain('curl -X POST')
  expect(entry).toContain('**Response 201**')
})

test('each setting has an entry in the reference', () => {
  const headings = new Set(headingsOf(bodyOf('reference/instance/settings')))
  expect(settingKeys.filter((key) => !headings.has(`\`${key}\``))).toEqual([])
})

test('each page has a description of one sentence and no heading of the first level', () => {
  const wrong = pages.filter(
    ({ description, body }) => !/^[A-Z].*\.$/.test(description) || /^# /m.test(withoutCode(body)),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

const withoutCode = (body: string): string => body.replaceAll(/^```[\s\S]*?^```$/gm, '')

const textsOfConsole = (): Set<string> => {
  const folder = fileURLToPath(new URL('../../../packages/i18n/messages/en', import.meta.url))
  const texts = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value)
    else for (const inner of Object.values(Object(value) as object)) collect(inner)
  }
  for (const file of globSync('**/*.json', { cwd: folder }))
    collect(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  return texts
}

test('each label in bold on a how-to page exists in the console or on the pages of users', () => {
  const texts = textsOfConsole()
  const folder = fileURLToPath(new URL('../pages/how-to', import.meta.url))
  const unknown = globSync('**/*.md', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\*\*([^*]+)\*\*/g)]
      .map(([, label = '']) => label)
      .filter((label) => !texts.has(label))
      .map((label) => `${file}: ${label}`),
  )
  expect(unknown).toEqual([])
})
