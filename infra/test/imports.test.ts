import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'
import { importCircles, mutualFolders, readImports } from './imports/graph.ts'

const sources = ['packages', 'services', 'apps']
  .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}/src`))
  .filter((folder) => existsSync(join(root, folder)))

test.for(sources)('no file of %s imports itself through other files', (folder) => {
  expect(importCircles(readImports(folder))).toEqual([])
})

/** The root of a package imports its folders, and its folders import types and settings of the root. */
const ofRoot = /^\. ⇄ | ⇄ \.: /

test.for(sources)('no two folders of %s import each other', (folder) => {
  expect(mutualFolders(readImports(folder)).filter((pair) => !ofRoot.test(pair))).toEqual([])
})

/** Each folder of services/auth imports only itself and later ones. */
const order = [
  '.',
  'issuers',
  'consumers',
  'provider',
  'configuration',
  'interaction',
  'pages/*',
  'token-grants',
  'consent',
  'agents',
  'global-revocation',
  'federation',
  'own-account',
  'pages/problem',
  'pages/trial',
  'pages/leaving',
  'migration',
  'sign-in',
  'pages/shared',
  'sign-out',
  'passkeys',
  'protocol',
  'clients',
  'saml',
  'core',
  'request',
  'artifacts',
  'upstream',
  'activity',
  'certificates',
  'http',
]

function rankOf(file: string): number {
  const folder = dirname(file)
  const rank = order.indexOf(folder)
  return rank < 0 && folder.startsWith('pages/') ? order.indexOf('pages/*') : rank
}

test('the folders of services/auth import only folders that follow them in the order', () => {
  const graph = readImports('services/auth/src')
  expect([...graph.keys()].filter((file) => rankOf(file) < 0)).toEqual([])
  const upward = [...graph].flatMap(([file, imports]) =>
    imports.filter((imported) => rankOf(imported) < rankOf(file)).map((imported) => `${file} → ${imported}`),
  )
  expect(upward).toEqual([])
  // Pages have one rank, and may share a view of another page.
  expect(mutualFolders(graph)).toEqual([])
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

test('no test of the Node.js project resets or replaces modules, because Node.js loads a module once (decision 159)', () => {
  const found = spawnSync(
    'git',
    ['grep', '-lE', 'vi\\.(resetModules|(un)?mock|doMock)\\(', '--', 'packages', 'services', 'infra'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  expect(
    found.stdout
      .split('\n')
      .filter((path) => path.endsWith('.test.ts') && path !== 'infra/test/imports.test.ts'),
  ).toEqual([])
})
