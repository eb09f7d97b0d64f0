import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url).pathname

const expiring = globSync('packages/db/prisma/schema/*.prisma', { cwd: root })
  .flatMap((path) => readFileSync(`${root}${path}`, 'utf8').split(/^(?=model )/m))
  .filter((model) => /^\s+expiresAt\s/m.test(model))
  .flatMap((model) => /^model (\w+)/.exec(model)?.[1] ?? [])
  .sort()

const decision = readFileSync(
  `${root}infra/decisions/0067-check-rights-again-when-an-issued-row-is-redeemed.md`,
  'utf8',
)
const rows = [...decision.matchAll(/^\| (\w+) +\| ([^|\n]+) \| ([^|\n]+) \|$/gm)]
  .map(([, model = '', redeemedAs = '', readAgain = '']) => ({ model, redeemedAs, readAgain }))
  .filter(({ model }) => model !== 'Table')

test('every table whose rows expire is in the table of values that a redemption reads again', () => {
  expect(rows.map(({ model }) => model).sort()).toEqual(expiring)
})

test.each(rows)('the line of $model names the values that a redemption reads again', ({ readAgain }) => {
  expect(readAgain.trim().length).toBeGreaterThan(10)
})
