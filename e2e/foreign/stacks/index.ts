import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { freePort } from '../../support/stack.ts'
import { launchBrowser } from '../browser.ts'
import { missingPrograms, runProgram, type Suite, type SuiteContext } from '../suite.ts'
import { createApplication, declareApi } from './application.ts'
import { ecosystemFor } from './ecosystems.ts'
import { copyExample, type Example, readExamples, resultsFile } from './example.ts'
import { startProgram } from './process.ts'
import { walks } from './walks.ts'

interface Row {
  readonly name: string
  readonly version: string
  readonly toolchain: string
  /** `first try`, `not run` or `failed`, and the reason. */
  readonly result: string
  readonly seconds: number
}

interface Run extends SuiteContext {
  readonly browser: Browser
}

/** A program is missing, or a package cannot be downloaded. */
class NotRun extends Error {}

const firstLine = (text: string): string => text.split('\n', 1)[0]?.trim() ?? ''

const shortVersion = (text: string): string => firstLine(text).replace(/ \(.*$/, '')

async function prepare({ folder, tools }: Run, example: Example) {
  const ecosystem = ecosystemFor(example)
  const missing = await missingPrograms(ecosystem.toolchain)
  if (missing.length > 0) throw new NotRun(`${missing.join(', ')} missing`)
  const own = join(folder, example.name)
  mkdirSync(own)
  copyExample(example.name, own)
  const place = { folder: own, tools }
  const installed = await ecosystem.install(example, place).catch((error: unknown) => {
    throw new NotRun(
      `installation: ${firstLine(
        String(error)
          .split('\n')
          .findLast((line) => line.trim()) ?? '',
      )}`,
    )
  })
  await ecosystem.build?.(example, place)
  const [program, ...args] = ecosystem.versionCommand
  const toolchain = shortVersion(await runProgram(program, args, { folder: own }))
  return { ...installed, toolchain, folder: own }
}

async function carryOut(run: Run, example: Example): Promise<Row> {
  const begun = Date.now()
  const row = { name: example.name, version: '', toolchain: '' }
  try {
    const { folder, environment, ...facts } = await prepare(run, example)
    Object.assign(row, facts)
    const { instance, browser } = run
    const { id, issuer } = await instance.post('/projects', { name: example.title })
    const place = {
      instance,
      projectId: String(id),
      issuer: String(issuer),
      port: await freePort(),
    }
    if (example.kind === 'machine' || example.kind === 'api') await declareApi(place, example)
    const values = await createApplication(place, example)
    const start = (more = {}) =>
      startProgram({
        command: example.run,
        environment: { ...process.env, ...environment, ...values, ...more },
        folder,
      })
    const parts = await walks[example.kind]({ ...place, browser, values, start }, example)
    return { ...row, result: `first try: ${parts}`, seconds: secondsSince(begun) }
  } catch (error) {
    const result = error instanceof NotRun ? `not run: ${error.message}` : `failed: ${String(error)}`
    return { ...row, result, seconds: secondsSince(begun) }
  }
}

const secondsSince = (begun: number): number => Math.round((Date.now() - begun) / 1000)

/** The former result of an example that was not run remains. */
function record({ name, version, result }: Row): void {
  if (result.startsWith('not run')) return
  const before = JSON.parse(readFileSync(resultsFile, 'utf8')) as Readonly<Record<string, object>>
  const all = Object.entries({ ...before, [name]: { version, result: firstLine(result) } })
  const sorted = all.toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(resultsFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

const print = ({ name, version, toolchain, result, seconds }: Row): void =>
  console.log(`  ${[name, version, toolchain, firstLine(result), `${seconds} s`].join(' | ')}`)

/**
 * Connects the example projects to applications that are created as the console creates them, and uses them in a browser. The arguments
 * after the name of the suite select examples.
 */
export const stacks: Suite = {
  name: 'stacks',
  toolchain: ['npm'],
  async run(context) {
    const { parts } = context
    const chosen = readExamples().filter(({ name }) => parts.length === 0 || parts.includes(name))
    if (chosen.length === 0) throw new Error(`There is no stack ${parts.join(', ')}.`)
    const browser = await launchBrowser()
    const rows: Row[] = []
    try {
      for (const example of chosen) {
        const row = await carryOut({ ...context, browser }, example)
        print(row)
        record(row)
        rows.push(row)
      }
    } finally {
      await browser.close()
    }
    const failed = rows.filter(({ result }) => result.startsWith('failed'))
    if (failed.length > 0)
      throw new Error(failed.map(({ name, result }) => `${name}: ${result}`).join('\n\n'))
    const passed = rows.filter(({ result }) => result.startsWith('first try'))
    return `${passed.length} at the first try, ${rows.length - passed.length} not run`
  },
}
