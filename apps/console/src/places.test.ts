import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type OperationName, operationList } from '@signet/contracts'
import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { createQueryClient } from './api/operation.ts'
import { nouns } from './nouns.ts'
import { placeOfOperation } from './places.ts'
import { placesOf } from './places-of.ts'
import { createConsoleRouter } from './routes.tsx'

const places = placesOf(nouns)
const names = operationList.map(({ tool }) => tool as OperationName)
const router = createConsoleRouter(createQueryClient(), createMemoryHistory({ initialEntries: ['/admin/'] }))

const source = fileURLToPath(new URL('.', import.meta.url))
const pageSource = globSync('{pages,components,layouts}/**/*.{ts,tsx}', { cwd: source })
  .filter((name) => !name.endsWith('noun.ts'))
  .map((name) => readFileSync(`${source}${name}`, 'utf8'))
  .join('\n')

describe('places', () => {
  test('every operation has one page, or a reason for none', () => {
    expect(Object.keys(placeOfOperation).toSorted()).toEqual(names.toSorted())
  })

  test('a noun lists no operation of another noun', () => {
    const claimed = nouns.flatMap((noun) => Object.keys(noun.places))
    expect(claimed).toHaveLength(new Set(claimed).size)
  })

  test.each(Object.entries(places))('the page of %s is a page of the console: %s', (_, path) => {
    expect(Object.keys(router.routesByPath)).toContain(path)
  })

  test.each(Object.keys(places))('a page sends %s', (name) => {
    expect(pageSource).toMatch(new RegExp(`'${name}'|"${name}"`))
  })
})
