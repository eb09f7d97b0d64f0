import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '../local/repository.ts'
import { compareWithCommits } from './against.ts'
import { compareAgentCalls } from './agent-calls.ts'
import { measureCapacity } from './capacity.ts'
import { measureConsole, measureFirstContent } from './console.ts'
import { compareDeclaredClaims } from './declared-claims.ts'
import { compareDocuments } from './documents.ts'
import { measureFederation } from './federation.ts'
import { measureImport } from './import.ts'
import { compareLists } from './lists.ts'
import { compareProjects } from './many-projects.ts'
import { printMemoryAfterLoad, printMemoryAtRest } from './memory.ts'
import { measureMixedLoad } from './mixed-load.ts'
import { comparePasskeys } from './passkey-sign-ins.ts'
import { prepare } from './prepare.ts'
import { showLimits } from './profile.ts'
import { fillProjects } from './projects.ts'
import { measureProvisioning } from './provisioning.ts'
import { line, writeResults } from './report.ts'
import { compareAtScale, fillAtScale } from './scale.ts'
import { measureSearches } from './searches.ts'
import { measureSignIns } from './sign-ins.ts'
import { type BenchStack, pin, pinDatabase, startBenchStack } from './stack.ts'
import { startTimes } from './start-times.ts'
import { signetTarget } from './stock.ts'
import { countRoundTrips } from './token-counts.ts'
import { compareTokenRates, type Pace } from './token-rates.ts'
import { measureWatching } from './watching.ts'
import { countWinners } from './winners.ts'

/**
 * `npm run bench`: measures the cost of Signet on this machine. Counts come first, because they have no noise; then ratios of rates
 * measured in turns, next to a control that compares a server with itself. Servers run on core 0; PostgreSQL and the load on the
 * others. `--quick` shortens the slices.
 */
const quick = process.argv.includes('--quick')
const pace: Pace = { rounds: quick ? 3 : 7, slice: quick ? 0.8 : 2, connections: 16 }

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`

async function main(): Promise<void> {
  const stack = await startBenchStack()
  try {
    printMemoryAtRest(stack)
    for (const [name, seconds] of await startTimes(stack))
      line(`${name}: start to ready`, `${seconds.toFixed(2)} s`, 'aim under 1.5')
    const prepared = await prepare(stack, 32)
    pinAll(stack)
    const signet = signetTarget(stack, prepared)
    await countRoundTrips(stack, prepared, signet)
    await countWinners(signet, 200)
    await compareTokenRates(stack, prepared, signet, pace)
    await showLimits(stack, signet, pace)
    await compareDocuments(signet, pace)
    await fillProjects(stack, prepared)
    await compareProjects(stack, prepared, signet, pace)
    await measureSignIns(stack, prepared, signet, pace)
    await measureMixedLoad(stack, prepared, signet, pace)
    printMemoryAfterLoad(stack)
  } finally {
    await stack.close()
  }
}

async function alone(section: (stack: BenchStack) => Promise<void>): Promise<void> {
  const stack = await startBenchStack()
  try {
    await section(stack)
  } finally {
    await stack.close()
  }
}

const currentCommit = (): string =>
  execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()

function pinAll(stack: BenchStack): void {
  for (const pid of Object.values(stack.pids)) pin(pid, 0)
  pin(process.pid, 1)
  pinDatabase(stack, 1)
}

/** Run only with their option, on a product of their own. */
const sections: Readonly<Record<string, (stack: BenchStack) => Promise<void>>> = {
  '--agents': async (stack) => compareAgentCalls(stack, await prepare(stack, 20), pace),
  '--import': async (stack) => measureImport(stack, await prepare(stack, 32)),
  async '--watched'(stack) {
    pin(process.pid, 1)
    pinDatabase(stack, 1)
    await measureWatching(stack, signetTarget(stack, await prepare(stack, 1)), pace)
  },
  async '--console'(stack) {
    const prepared = await prepare(stack, 1)
    await measureFirstContent(stack, prepared)
    await measureConsole(stack, prepared, await fillAtScale(stack, prepared))
  },
  async '--federation'(stack) {
    const prepared = await prepare(stack, 32)
    pinAll(stack)
    await measureFederation(stack, prepared, signetTarget(stack, prepared), pace)
  },
  async '--directories'(stack) {
    const prepared = await prepare(stack, 32)
    pinAll(stack)
    await measureProvisioning(stack, prepared, quick)
  },
  async '--lists'(stack) {
    const prepared = await prepare(stack, 32)
    pinAll(stack)
    await fillProjects(stack, prepared)
    await compareLists(stack, prepared, pace)
  },
  async '--scale'(stack) {
    const prepared = await prepare(stack, 32)
    pinAll(stack)
    await compareAtScale(stack, prepared, await fillAtScale(stack, prepared))
  },
  async '--search'(stack) {
    const prepared = await prepare(stack, 32)
    pinAll(stack)
    await measureSearches(stack, prepared)
  },
  async '--sign-ins'(stack) {
    const prepared = await prepare(stack, 32)
    pinAll(stack)
    await measureSignIns(stack, prepared, signetTarget(stack, prepared), pace)
  },
  async '--passkeys'(stack) {
    const prepared = await prepare(stack, 32)
    pinAll(stack)
    await comparePasskeys(stack, prepared, pace)
  },
  async '--claims'(stack) {
    const prepared = await prepare(stack, 1)
    pinAll(stack)
    await compareDeclaredClaims(stack, prepared, signetTarget(stack, prepared), pace)
  },
  async '--capacity'(stack) {
    const prepared = await prepare(stack, 32)
    pinAll(stack)
    await fillProjects(stack, prepared)
    await measureCapacity(stack, prepared, signetTarget(stack, prepared), pace)
  },
}

const afterAgainst = process.argv
  .slice(process.argv.indexOf('--against') + 1)
  .filter((argument) => !argument.startsWith('--'))
const [earlierCommits, word = ''] = process.argv.includes('--against') ? afterAgainst : []

console.log(`Signet on ${machine}`)
if (earlierCommits !== undefined) await compareWithCommits(earlierCommits, word, { ...pace, rounds: 9 })
else {
  const [, section] = Object.entries(sections).find(([option]) => process.argv.includes(option)) ?? []
  await (section ? alone(section) : main())
}
console.log(`\n${(performance.now() / 60_000).toFixed(1)} minutes`)
writeResults(join(root, '.local/bench/results.json'), { commit: currentCommit(), machine })
