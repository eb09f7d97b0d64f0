import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'
import { slowSteps, steps } from '../local/test-steps.ts'
import { allCases, moreRounds, repetitions } from './slow/repetitions.ts'
import { slowFiles } from './slow/slow-files.ts'
import { slowJourneys, slowJourneysPattern } from './slow/slow-journeys.ts'

const tracked = execFileSync('git', ['ls-files', '--', '*.test.ts', '*.test.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '')
const testFiles = tracked.filter((path) => !path.startsWith('e2e/'))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const commandOf = (name: string): readonly string[] =>
  [...steps, ...slowSteps].find((step) => step.name === name)?.command ?? []

function filesOf(stepName: string): string[] {
  const step = [...steps, ...slowSteps].find(({ name }) => name === stepName)
  const options = commandOf(stepName).filter(
    (word) => word !== 'vitest' && word !== 'run' && !/^--(?:reporter|output)/.test(word),
  )
  const listed = execFileSync('vitest', ['list', '--filesOnly', '--json', ...options], {
    cwd: root,
    env: { ...process.env, SIGNET_TEST_WITHOUT_SLOW: '', ...step?.env },
    encoding: 'utf8',
  })
  const files: readonly { readonly file: string }[] = JSON.parse(listed)
  return files.map(({ file }) => relative(root, file)).toSorted()
}

test('Vitest runs every test file in exactly one of `npm test` and the list of slow files', () => {
  const slow = slowFiles.map(({ file }) => file)
  expect(commandOf('slow tests')).toEqual(expect.arrayContaining(slow))
  const needsAnExtension = ['packages/db/test/citus.test.ts']
  expect([...filesOf('unit and integration'), ...slow, ...needsAnExtension].toSorted()).toEqual(
    testFiles.toSorted(),
  )
}, 60_000)

test('every slow file has a reason, and a test file of `npm test` with the same guarantee', () => {
  const slow = slowFiles.map(({ file }) => file)
  const wrong = slowFiles.filter(
    ({ reason, fast }) => !/^[A-Z].*\.$/.test(reason) || !tracked.includes(fast) || slow.includes(fast),
  )
  expect(wrong).toEqual([])
})

test('every repeated path exists, is in `npm test`, and has a file that reads a value of the slow run', () => {
  const names = Object.keys({ ...allCases, ...moreRounds })
  const slow = slowFiles.map(({ file }) => file)
  for (const { path } of repetitions) {
    expect(existsSync(join(root, path)), path).toBe(true)
    expect(slow, path).not.toContain(path)
  }
  const sources = execFileSync('git', ['grep', '-lE', names.join('|'), '--', '*.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  const readers = sources.split('\n').filter((path) => !path.startsWith('infra/'))
  const unread = names.filter((name) => !readers.some((path) => path !== '' && read(path).includes(name)))
  expect(unread).toEqual([])
})

test('every test file whose number of cases depends on the slow run is repeated by it', () => {
  const dependent = testFiles.filter((path) =>
    /\b(?:someOf|sampled|fuzzRequests)\(|\brunsAllCases \?/.test(read(path)),
  )
  const repeated = (path: string) =>
    repetitions.some((one) => path === one.path || path.startsWith(`${one.path}/`)) ||
    slowFiles.some(({ file }) => file === path)
  expect(dependent.filter((path) => !repeated(path))).toEqual([])
})

function listJourneys() {
  const cli = join(root, 'e2e/node_modules/playwright/cli.js')
  const listed = execFileSync(process.execPath, [cli, 'test', '--config=e2e', '--list'], {
    encoding: 'utf8',
  })
  return [...listed.matchAll(/^ *\[(.+?)\] › (.+?):\d+:\d+ › (.+)$/gm)].map(
    ([, browser = '', file = '', title = '']) => ({ name: `${browser} ${file} ${title}`, file, title }),
  )
}

test('every journey runs in exactly one of the two commands, and every slow one has a fast one of its guarantee', () => {
  const envOf = (name: string) => [...steps, ...slowSteps].find((step) => step.name === name)?.env
  expect(envOf('journeys')).toMatchObject({ SIGNET_JOURNEYS_WITHOUT: slowJourneysPattern })
  expect(envOf('slow journeys')).toMatchObject({ SIGNET_JOURNEYS_ONLY: slowJourneysPattern })
  const journeys = listJourneys()
  const isSlow = ({ name }: (typeof journeys)[number]) => new RegExp(slowJourneysPattern).test(name)
  const [fast, slow] = [journeys.filter((one) => !isSlow(one)), journeys.filter(isSlow)]
  expect(fast.length).toBeGreaterThan(50)
  for (const one of slowJourneys) {
    const found = slow.filter(({ name }) => new RegExp(one.pattern).test(name))
    expect([...new Set(found.map(({ file }) => file))], one.pattern).toEqual([one.file])
    expect(
      fast.some(({ title }) => title.startsWith(one.fast)),
      one.fast,
    ).toBe(true)
  }
}, 60_000)
