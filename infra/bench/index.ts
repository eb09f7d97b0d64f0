import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '../local/repository.ts'
import { compareWithCommits } from './against.ts'
import { compareAgentCalls } from './agent-calls.ts'
import { measureCapacity } from './capacity.ts'
import { measureConsole } from './console.ts'
import { compareDeclaredClaims } from './declared-claims.ts'
import { compareDocuments } from './documents.ts'
import { measureFederation } from './federation.ts'
import { measureImport } from './import.ts'
import { compareLists } from './lists.ts'
import { compareProjects } from './many-projects.ts'
import { measureMixedLoad } from './mixed-load.ts'
import { comparePasskeys } from './passkey-sign-ins.ts'
import { prepare } from './prepare.ts'
import { showLimits } from './profile.ts'
import { fillProjects } from './projects.ts'
import { measureProvisioning } from './provisioning.ts'
import { heading, line, writeResults } from './report.ts'
import { compareAtScale, fillAtScale } from './scale.ts'
import { measureSignIns } from './sign-ins.ts'
import {
  type BenchStack,
  pin,
  pinDatabase,
  residentMemory,
  type ServiceName,
  startBenchStack,
} from './stack.ts'
import { startTimes } from './start-times.ts'
import { signetTarget } from './stock.ts'
import { countRoundTrips } from './token-counts.ts'
import { compareTokenRates, type Pace } from './token-rates.ts'
import { measureWatching } from './watching.ts'
import { countWinners } from './winners.ts'

/**
 * `npm run bench`: measures the cost of Signet on this machine. Counts come first, because they have no noise; then
 * ratios of rates measured in turns, next to a control that compares a server with itself. Servers run on core 0;
 * PostgreSQL and the load on the others. `--quick` shortens the slices and omits the large tables.
 */
const quick = process.argv.includes('--quick')
const pace: Pace = { rounds: quick ? 3 : 7, slice: quick ? 0.8 : 2, connections: 16 }

/** Largest memory at rest, MiB. */
const restingMemory: Readonly<Record<ServiceName, number>> = {
  auth: 90,
  'admin-api': 95,
  scim: 75,
  'mcp-gateway': 75,
}

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`

async function main(): Promise<void> {
  const stack = await startBenchStack()
  try {
    heading('At rest', 'resident memory of each service, a second after start')
    for (const [name, most] of Object.entries(restingMemory))
      line(name, `${residentMemory(stack.pids[name as ServiceName])} MiB`, `aim under ${most}`)
    for (const [name, seconds] of await startTimes(stack))
      line(`${name}: start to ready`, `${seconds.toFixed(2)} s`, 'aim under 1.5')
    const prepared = await prepare(stack, 32)
    await compareAgentCalls(stack, prepared, pace)
    pinAll(stack)
    const signet = signetTarget(stack, prepared)
    await countRoundTrips(stack, prepared, signet)
    await countWinners(signet, 200)
    await compareTokenRates(stack, prepared, signet, pace)
    await compareDeclaredClaims(stack, prepared, signet, pace)
    await showLimits(stack, signet, pace)
    await measureWatching(stack, signet, pace)
    await compareDocuments(signet, pace)
    await fillProjects(stack, prepared)
    await compareProjects(stack, prepared, signet, pace)
    await measureSignIns(stack, prepared, signet, pace)
    await comparePasskeys(stack, prepared, pace)
    await measureFederation(stack, prepared, signet, pace)
    await measureMixedLoad(stack, prepared, signet, pace)
    await compareLists(stack, prepared, pace)
    await measureProvisioning(stack, prepared, quick)
    if (!quick) {
      const small = await fillAtScale(stack, prepared)
      await compareAtScale(stack, prepared, small)
      await measureConsole(stack, prepared, small)
    }
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

/** Binds the services to one core, PostgreSQL and the load to the other. */
function pinAll(stack: BenchStack): void {
  for (const pid of Object.values(stack.pids)) pin(pid, 0)
  pin(process.pid, 1)
  pinDatabase(stack, 1)
}

/** `npm run bench -- --agents`: measures the cost of the agent gateway per call. */
async function agents(stack: BenchStack): Promise<void> {
  await compareAgentCalls(stack, await prepare(stack, 20), pace)
}

/** `npm run bench -- --watched`: measures the cost of metrics, logs and traces per token request. */
async function watched(stack: BenchStack): Promise<void> {
  pin(process.pid, 1)
  pinDatabase(stack, 1)
  await measureWatching(stack, signetTarget(stack, await prepare(stack, 1)), pace)
}

/** `npm run bench -- --console`: measures the waiting times of the console. */
async function consoleOnly(stack: BenchStack): Promise<void> {
  const prepared = await prepare(stack, 1)
  await measureConsole(stack, prepared, await fillAtScale(stack, prepared))
}

/** `npm run bench -- --passkeys`: measures the cost of sign-ins by passkey and by password. */
async function passkeysOnly(stack: BenchStack): Promise<void> {
  const prepared = await prepare(stack, 32)
  pinAll(stack)
  await comparePasskeys(stack, prepared, pace)
}

/** `npm run bench -- --claims`: measures the cost of declared claims per token request. */
async function claimsOnly(stack: BenchStack): Promise<void> {
  const prepared = await prepare(stack, 1)
  pinAll(stack)
  await compareDeclaredClaims(stack, prepared, signetTarget(stack, prepared), pace)
}

/** `npm run bench -- --import`: measures the import and the export of 100,000 users. */
async function importOnly(stack: BenchStack): Promise<void> {
  await measureImport(stack, await prepare(stack, 32))
}

/** `npm run capacity`: prints the capacity of processes with and without a pooler. */
async function capacityOnly(stack: BenchStack): Promise<void> {
  const prepared = await prepare(stack, 32)
  pinAll(stack)
  await fillProjects(stack, prepared)
  await measureCapacity(stack, prepared, signetTarget(stack, prepared), pace)
}

/** `npm run bench -- --against COMMIT[,COMMIT…] [WORD]`: compares commits with this checkout, in turns. */
const afterAgainst = process.argv
  .slice(process.argv.indexOf('--against') + 1)
  .filter((argument) => !argument.startsWith('--'))
const [earlierCommits, word = ''] = process.argv.includes('--against') ? afterAgainst : []

console.log(`Signet on ${machine}`)
if (earlierCommits !== undefined) await compareWithCommits(earlierCommits, word, { ...pace, rounds: 9 })
else if (process.argv.includes('--console')) await alone(consoleOnly)
else if (process.argv.includes('--passkeys')) await alone(passkeysOnly)
else if (process.argv.includes('--import')) await alone(importOnly)
else if (process.argv.includes('--capacity')) await alone(capacityOnly)
else if (process.argv.includes('--claims')) await alone(claimsOnly)
else if (process.argv.includes('--watched')) await alone(watched)
else if (process.argv.includes('--agents')) await alone(agents)
else await main()
writeResults(join(root, '.local/bench/results.json'), { commit: currentCommit(), machine })
