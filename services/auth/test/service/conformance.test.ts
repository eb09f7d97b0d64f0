import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const table = readFileSync(new URL('../../conformance.md', import.meta.url), 'utf8')
const rows = [...table.matchAll(/^\| `([\w-]+)` +\| (.+?) +\|$/gm)].map(([, module = '', test = '']) => ({
  module,
  test,
}))

const titleOf = (test: string) => /^`([\w./-]+\.test\.ts)`: (.+)$/.exec(test)

it('every test named in the table of conformance modules exists, and every other module has a reason', () => {
  expect(rows.length).toBeGreaterThan(150)
  const wrong = rows.filter(({ test }) => {
    const [, file, title] = titleOf(test) ?? []
    if (!file || !title) return !/^none: .{5}/.test(test)
    return !readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').includes(title)
  })
  expect(wrong).toEqual([])
})
