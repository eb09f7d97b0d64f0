import { cpus, totalmem } from 'node:os'
import { startCeiling } from './ceiling.ts'
import { compare } from './compare.ts'
import { countStatements, logStatements } from './counts.ts'
import { measureHashing } from './hashing.ts'
import { compareLists } from './lists.ts'
import { drive, inTurn, refreshing } from './load.ts'
import { type Prepared, prepare, resource } from './prepare.ts'
import { heading, line } from './report.ts'
import { compareAtScale } from './scale.ts'
import { type BenchStack, pin, pinDatabase, residentMemory, startBenchStack } from './stack.ts'
import { startTimes } from './start-times.ts'
import { driveSignIns, machineClients, refreshClients, signInTimes } from './tokens.ts'

/**
 * `npm run bench`: what Signet costs on this machine, in one run. Counts first, since they have no noise; then ratios
 * of rates measured in turns, next to a control of the same thing twice. Servers run on core 0; PostgreSQL and the
 * load on the others. `--quick` shortens the slices and leaves
 * the large tables out.
 */
const quick = process.argv.includes('--quick')
const rounds = quick ? 3 : 7
const slice = quick ? 1 : 2
const connections = 16

async function counts(stack: BenchStack, prepared: Prepared): Promise<void> {
  heading(
    'Counts per request',
    'one request after the other; statements PostgreSQL was sent by the authorization server',
  )
  const host = new URL(prepared.issuer).host
  const [machine] = machineClients(1, prepared.path, host, prepared.authorization, resource)
  const [refresh] = await refreshClients(stack, prepared, 1)
  await logStatements(stack.sql, true)
  for (const [name, client, most] of [
    ['client credentials, JWT', machine, '1: the shared version read'],
    ['refresh with rotation', refresh, '2 to 3'],
  ] as const) {
    if (!client) continue
    await inTurn(stack.ports.auth, client, 3)
    const { roundTrips, commits } = await countStatements(stack.sql, stack.databaseLog, 'auth', 50, () =>
      inTurn(stack.ports.auth, client, 50),
    )
    line(name, `${roundTrips.toFixed(2)} round trips, ${commits.toFixed(2)} commits`, most)
  }
  const people = 20
  const signIn = await countStatements(stack.sql, stack.databaseLog, 'auth', people, () =>
    signInTimes(stack, prepared, people),
  )
  line(
    'password sign-in, page to tokens',
    `${signIn.roundTrips.toFixed(2)} round trips, ${signIn.commits.toFixed(2)} commits`,
    'at most 18',
  )
  await logStatements(stack.sql, false)
}

async function tokenRates(stack: BenchStack, prepared: Prepared): Promise<void> {
  heading(
    'Token rates on one core',
    `${connections} connections, ${rounds} rounds of ${slice} s, ratio to the same oidc-provider in memory`,
  )
  const ceiling = await startCeiling(connections)
  pin(ceiling.pid, 0)
  const host = new URL(prepared.issuer).host
  const machine = (name: string) => ({
    name,
    port: stack.ports.auth,
    clients: machineClients(connections, prepared.path, host, prepared.authorization, resource),
  })
  const memory = {
    name: 'memory',
    port: ceiling.port,
    clients: machineClients(connections, '', ceiling.host, ceiling.authorization, resource),
  }
  const jwt = await compare([memory, machine('signet'), machine('again')], rounds, slice)
  line(
    'A/A control',
    (Number(jwt.ratios.again) / Number(jwt.ratios.signet)).toFixed(3),
    'within 0.95 to 1.05, or the run says nothing',
  )
  line('client credentials, JWT (EdDSA)', ratio(jwt.ratios.signet, jwt.rates.signet), 'aim 0.90')
  const ceilingRefresh = ceiling.refreshTokens.map((token) =>
    refreshing('/token', ceiling.host, ceiling.authorization, token),
  )
  const refresh = await compare(
    [
      { name: 'memory', port: ceiling.port, clients: ceilingRefresh },
      { name: 'signet', port: stack.ports.auth, clients: await refreshClients(stack, prepared, connections) },
    ],
    rounds,
    slice,
  )
  line('refresh with rotation', ratio(refresh.ratios.signet, refresh.rates.signet), 'aim 0.55')
  ceiling.close()
}

const ratio = (value = 0, rate = 0): string => `${value.toFixed(2)}  (${Math.round(rate)}/s)`

async function signIns(stack: BenchStack, prepared: Prepared): Promise<void> {
  heading(
    'Password sign-ins on one core',
    'authorization request, sign-in page, code, tokens; 8 people at once',
  )
  const seconds = quick ? 4 : 10
  const hashing = await measureHashing(seconds)
  const rate = await driveSignIns(stack, prepared, 8, seconds)
  line(
    'sign-ins against argon2id verifications',
    ratio(rate / hashing, rate),
    `aim 0.50; argon2id ${hashing.toFixed(0)}/s`,
  )
  const host = new URL(prepared.issuer).host
  const clients = machineClients(8, prepared.path, host, prepared.authorization, resource)
  const shares: number[] = []
  for (let round = 0; round < (quick ? 2 : 4); round += 1) {
    const quiet = await drive(stack.ports.auth, clients, slice * 2)
    const [storm] = await Promise.all([
      drive(stack.ports.auth, clients, slice * 2),
      driveSignIns(stack, prepared, 16, slice * 2),
    ])
    shares.push(storm.perSecond / quiet.perSecond)
  }
  line(
    'token rate in a login storm against quiet',
    (shares.reduce((sum, share) => sum + share, 0) / shares.length).toFixed(2),
    'aim 0.80',
  )
}

async function main(): Promise<void> {
  console.log(
    `Signet on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
  )
  const stack = await startBenchStack()
  try {
    heading('At rest', 'resident memory of each service, a second after start')
    for (const [name, pid] of Object.entries(stack.pids))
      line(name, `${residentMemory(pid)} MiB`, 'aim under 120')
    for (const [name, seconds] of await startTimes(stack))
      line(`${name}: start to ready`, `${seconds.toFixed(2)} s`, 'aim under 1.5')
    for (const pid of Object.values(stack.pids)) pin(pid, 0)
    pin(process.pid, 1)
    pinDatabase(stack, 1)
    const prepared = await prepare(stack, 32)
    await counts(stack, prepared)
    await tokenRates(stack, prepared)
    await signIns(stack, prepared)
    await compareLists(stack, prepared, rounds, slice)
    if (!quick) await compareAtScale(stack, prepared)
  } finally {
    await stack.close()
  }
}

await main()
