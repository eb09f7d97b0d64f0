import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../../../local/repository.ts'
import { written } from '../written.ts'

export interface Tiers {
  /** The tests nearest to the file. */
  readonly first: readonly string[]
  /** Tests that run when the mutant survives the first ones. */
  readonly second: readonly string[]
}

const [nearest, most] = [3, 9]
/** Tests that take minutes by themselves. */
const long =
  /\/(laws|twice|kill|migrate|fault-streams|nats-away|stream-copies|start|timing|hostile)\.test\.ts$|\/fuzz\//
/** Tests over every operation or every request of a service. */
const broad: Readonly<Record<string, readonly string[]>> = {
  'services/admin-api': ['services/admin-api/test/refusals.test.ts'],
  'services/auth': [
    'services/auth/test/authorization/oidcc-modules.test.ts',
    'services/auth/test/ciba/ciba.test.ts',
    'services/auth/test/device/device.test.ts',
  ],
  'services/scim': ['services/scim/test/rfc.test.ts'],
  'services/mcp-gateway': ['services/mcp-gateway/test/journeys.test.ts'],
  'packages/provisioning': ['services/scim/test/users.test.ts', 'services/scim/test/groups.test.ts'],
  'packages/federation': ['services/auth/test/federation/sign-in.test.ts'],
  'packages/sessions': ['services/auth/test/logout/endings.test.ts'],
  'packages/tenancy': ['services/auth/test/issuers/settings-truth.test.ts'],
}

const testFiles = ['services', 'packages', 'infra/test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`),
)

/** Returns the commits of the history, each as the files that it changed; none outside of a repository. */
const commits: readonly (readonly string[])[] = spawnSync(
  'git',
  ['log', '--no-merges', '--name-only', '--format=%x00'],
  { cwd: root, encoding: 'utf8', maxBuffer: 1e8 },
)
  .stdout.split('\0')
  .map((commit) => commit.split('\n').filter((line) => line.endsWith('.ts')))
  .filter((files) => files.length > 1 && files.length < 40)

/** Orders the tests by what connects them with the file: folders, names, commits and the written mutants of the file. */
export function relatedTests(file: string): Tiers {
  const scores = new Map<string, number>()
  const add = (test: string, score: number) => scores.set(test, (scores.get(test) ?? 0) + score)
  for (const test of testFiles) add(test, nearness(file, test))
  for (const files of commits)
    if (files.includes(file))
      for (const test of files.filter((name) => scores.has(name))) add(test, 4 / files.length)
  for (const mutant of written.filter((one) => one.file === file))
    for (const test of testFiles.filter((name) => mutant.tests.some((filter) => name.includes(filter))))
      add(test, 1 / mutant.tests.length)
  const service = file.split('/').slice(0, 2).join('/')
  const ordered = [...scores]
    .filter(([test, score]) => score > 0.3 && !long.test(test))
    .sort((a, b) => b[1] - a[1])
    .map(([test]) => test)
  const first = ordered.slice(0, nearest)
  const rest = [...ordered.slice(nearest, most), ...(broad[service] ?? [])]
  return { first, second: [...new Set(rest)].filter((test) => !first.includes(test)) }
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/(\.test)?\.ts$/, '')
    .split('-')
    .filter((word) => word.length > 2)

function nearness(file: string, test: string): number {
  const [ownFolder, testFolder] = [basename(dirname(file)), basename(dirname(test))]
  const sameService = file.split('/').slice(0, 2).join() === test.split('/').slice(0, 2).join()
  const words = wordsOf(basename(test))
  const common = wordsOf(basename(file)).filter((word) =>
    words.some((other) => other === word || `${other}s` === word || other === `${word}s`),
  )
  const named =
    common.length + (words.includes(ownFolder) || words.includes(ownFolder.replace(/s$/, '')) ? 1 : 0)
  const sameFolder =
    dirname(file) === dirname(test) || (sameService && ownFolder === testFolder && ownFolder !== 'src')
  return (sameFolder ? 1 : 0) + (sameService ? 0.25 + named : named * 0.6)
}
