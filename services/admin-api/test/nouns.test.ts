import { readdirSync, readFileSync } from 'node:fs'
import { nouns } from '@signet/contracts'
import { expect, test } from 'vitest'
import { printHandlers } from '../src/print.ts'

const entries = (folder: string) =>
  readdirSync(new URL(`../../../${folder}`, import.meta.url), { withFileTypes: true })

const known = Object.keys(nouns) as (keyof typeof nouns)[]
const nounOfFile = (file: string) => known.find((noun) => file === noun || file.startsWith(`${noun}-`))

test('a noun is one file of contracts, or several that begin with its name', () => {
  const files = entries('packages/contracts/src/operations').map(({ name }) => name.replace(/\.ts$/, ''))
  expect(files.filter((file) => !nounOfFile(file))).toEqual([])
  expect([...new Set(files.map(nounOfFile))].sort()).toEqual([...known].sort())
})

test('a noun is one folder of the API', () => {
  const folders = entries('services/admin-api/src/domains').filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual([...known].sort())
})

test('the printed handlers are those of the files, each in the folder of its noun', () => {
  const stored = new URL('../src/domains/handlers.ts', import.meta.url)
  expect(readFileSync(stored, 'utf8')).toBe(printHandlers())
})

/**
 * Pages of several nouns: sign-in, holds of every project, the start page, sign-in methods of the console and of every project, the
 * sign-in test, the system.
 */
const ofSeveral = ['entry', 'holds', 'home', 'sign-in-access', 'sign-in-test', 'system']

test('a noun that has pages of its own is one folder of the console', () => {
  const folders = entries('apps/console/src/pages').filter((entry) => entry.isDirectory())
  const others = folders.map(({ name }) => name).filter((name) => !known.some((noun) => noun === name))
  expect(others.sort()).toEqual(ofSeveral)
})
