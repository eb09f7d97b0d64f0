import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const names = new Set(tracked.map((file) => basename(file)))
/**
 * Decisions and the list of changes describe earlier states. The pages of the documents name files of their readers, and their build
 * verifies their links.
 */
const documents = tracked.filter(
  (file) =>
    file.endsWith('.md') &&
    !/^(?:infra\/decisions|apps\/docs\/pages)\//.test(file) &&
    file !== 'CHANGELOG.md',
)
/** Made by a build, or returned by a service. */
const made = new Set(['places.json', 'signet.yaml', 'openapi.json', '/admin/api/openapi.json'])

/** `pages/{en,ru}.ts` names two files. */
function expand(path: string): string[] {
  const [, before, list, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? []
  return list === undefined ? [path] : list.split(',').flatMap((one) => expand(`${before}${one}${after}`))
}

/** Fenced blocks are commands. */
const namedIn = (text: string): string[] =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([\w./{},@-]+\.(?:ts|tsx|mjs|md|sql|json|yaml))`/g)]
    .flatMap(([, path = '']) => expand(path))
    .filter((path) => !made.has(path))

/** Resolves from the root, from the document's folder, or from its folders src and test. */
const isThere = (document: string, path: string): boolean =>
  path.includes('/')
    ? ['', dirname(document), join(dirname(document), 'src'), join(dirname(document), 'test')].some(
        (folder) => existsSync(join(root, folder, path)),
      )
    : names.has(path)

test('every file that a document names exists', () => {
  const mentions = documents.flatMap((document) =>
    namedIn(readFileSync(join(root, document), 'utf8')).map((path) => ({ document, path })),
  )
  expect(mentions.length).toBeGreaterThan(500)
  expect(mentions.filter(({ document, path }) => !isThere(document, path))).toEqual([])
})

test('every link from a document to a file of the repository has a target', () => {
  const links = documents.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
      ([, path = '']) => ({ document, path }),
    ),
  )
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter(({ document, path }) => !existsSync(join(root, dirname(document), path)))).toEqual([])
})

test('every command of a document runs with the Node version that the document requires', () => {
  // Node 20 does not run TypeScript; npm and npx run the Node version of the repository.
  const commands = documents.flatMap((document) =>
    [
      ...readFileSync(join(root, document), 'utf8').matchAll(/(?<!npx )\bnode (?:[\w./-]+\/)?[\w-]+\.ts\b/g),
    ].map(([command]) => `${document}: ${command}`),
  )
  expect(commands).toEqual([])
})
