import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'
import { importCircles, mutualFolders, readImports } from './imports/graph.ts'

/** Folders of sources of all packages, services and applications. */
const sources = ['packages', 'services', 'apps']
  .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}/src`))
  .filter((folder) => existsSync(join(root, folder)))

test.for(sources)('no file of %s imports itself through other files', (folder) => {
  expect(importCircles(readImports(folder))).toEqual([])
})

test('no two folders of services/auth import each other', () => {
  expect(mutualFolders(readImports('services/auth/src'))).toEqual([])
})

test('a circle and a mutual import are found', () => {
  const graph = new Map([
    ['a/one.ts', ['b/two.ts']],
    ['b/two.ts', ['a/three.ts']],
    ['a/three.ts', ['a/one.ts']],
  ])
  expect(importCircles(graph)).toEqual(['a/one.ts → b/two.ts → a/three.ts → a/one.ts'])
  expect(mutualFolders(graph)).toEqual(['a ⇄ b: a/one.ts → b/two.ts, b/two.ts → a/three.ts'])
})
