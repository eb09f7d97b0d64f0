import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { clientSecretPlace } from '@signet/federation'
import { createVault, secretKeys } from '@signet/secrets'
import { createRelyingParty, FormBrowser, isPage } from '@signet/testkit'
import { startUpstream } from '@signet/testkit/upstream'
import { median } from './compare.ts'
import { drive } from './load.ts'
import { type PreparedInstance, redirectUri } from './prepare.ts'
import { heading, line } from './report.ts'
import { driveSignIns, signIn } from './sign-ins.ts'
import { type BenchStack, environmentOf, mainThreadTime, pin } from './stack.ts'
import { startSecond } from './start-times.ts'
import { figures, type Target } from './target.ts'
import type { Pace } from './token-rates.ts'

interface Place {
  readonly port: number
  readonly prepared: PreparedInstance
}

/** Measures the effect of a hanging provider on other requests too. */
export async function measureFederation(
  stack: BenchStack,
  prepared: PreparedInstance,
  signet: Target,
  { rounds, slice }: Pace,
): Promise<void> {
  heading(
    'Signing in through a provider',
    "main-thread time of the authorization server, without the provider's own work and without hashing; one at a time",
  )
  const upstream = await startUpstream()
  const hanging = await startHanging()
  const pairs = [upstream.pair, hanging.pair].join(',')
  const server = await startSecond(stack.pids.auth, [], { SIGNET_EGRESS_ALLOW: pairs })
  pin(server.pid, 0)
  try {
    await addProvider(stack, prepared, 'works', upstream.issuer, upstream.client)
    await addProvider(stack, prepared, 'hangs', `http://${hanging.pair}`, upstream.client)
    const place = { port: server.port, prepared }
    await compareMainThread(place, server.pid, rounds)
    await compareWithHanging(place, signet, rounds, slice)
  } finally {
    server.close()
    hanging.close()
    await upstream.close()
  }
}

async function compareMainThread(place: Place, pid: number, rounds: number): Promise<void> {
  const times = { provider: [] as number[], password: [] as number[] }
  const cost = async (signsIn: (index: number) => Promise<unknown>) => {
    const before = mainThreadTime(pid)
    for (let index = 0; index < signInsOfRound; index += 1) await signsIn(index)
    return (mainThreadTime(pid) - before) / signInsOfRound
  }
  for (let round = 0; round <= rounds; round += 1) {
    const provider = await cost(() => signInThrough(place, 'works'))
    const password = await cost((index) => signIn(place.port, place.prepared, index))
    // Warm-up.
    if (round > 0) {
      times.provider.push(provider)
      times.password.push(password)
    }
  }
  const [provider, password] = [median(times.provider), median(times.password)]
  line(
    'a sign-in through a provider against one with a password',
    `${(provider / password).toFixed(2)}  (${(provider / 1000).toFixed(1)} ms against ${(password / 1000).toFixed(1)})`,
    'limit: a request to the provider, its ID token, three more redirects and their writes',
  )
}

const signInsOfRound = 20

async function compareWithHanging(
  place: Place,
  signet: Target,
  rounds: number,
  slice: number,
): Promise<void> {
  const [figure] = figures
  if (!figure) return
  const { clients } = await figure.load(signet, 8)
  const tokens = () => drive(place.port, clients, slice).then(({ perSecond }) => perSecond)
  const passwords = () => driveSignIns(place.port, place.prepared, 4, slice * 2)
  const shares = { tokens: [] as number[], passwords: [] as number[] }
  for (let round = 0; round < rounds; round += 1)
    for (const [name, rate] of Object.entries({ tokens, passwords }) as [
      keyof typeof shares,
      () => Promise<number>,
    ][]) {
      const quiet = await rate()
      shares[name].push((await besideHanging(place, rate)) / quiet)
    }
  line(
    'token rate while eight people wait for a provider that hangs',
    median(shares.tokens).toFixed(2),
    'of the quiet one',
  )
  line('password sign-ins during it', median(shares.passwords).toFixed(2), 'of the quiet ones')
}

/** Eight users wait for the hanging provider and try again a second after the response. */
async function besideHanging<Result>(place: Place, work: () => Promise<Result>): Promise<Result> {
  let isOver = false
  const people = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      await signInThrough(place, 'hangs')
      await pause(1000)
    }
  })
  const result = await work()
  isOver = true
  await Promise.all(people)
  return result
}

async function signInThrough({ port, prepared }: Place, providerId: string): Promise<void> {
  const address = { host: '127.0.0.1', port }
  const { issuer, clientId, clientSecret } = prepared
  const party = await createRelyingParty({ issuer, clientId, clientSecret, redirectUri, address })
  const browser = new FormBrowser(
    (url) => (url.hostname === '127.0.0.1' ? { host: '127.0.0.1', port: Number(url.port) } : address),
    redirectUri,
  )
  const { url, redeem } = await party.begin()
  const page = await browser.open(url)
  if (!isPage(page)) throw new Error('no sign-in page')
  const end = await browser.follow(page, `/provider/${providerId}`)
  if (!isPage(end)) await redeem(end.arrivedAt)
  else if (providerId === 'works') throw new Error(end.html)
}

async function addProvider(
  { sql, pids }: BenchStack,
  { projectId }: PreparedInstance,
  id: string,
  issuer: string,
  client: { readonly clientId: string; readonly clientSecret: string },
): Promise<void> {
  const vault = createVault(secretKeys(environmentOf(pids.auth).SIGNET_SECRET_KEYS ?? ''))
  const secret = vault.seal(client.clientSecret, clientSecretPlace({ projectId, providerId: id }))
  await sql.query(
    `INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, client_secret_sealed, scopes,
       provisioning, position)
     SELECT $1, $2, $2, $3, $4, $5, ARRAY['email', 'profile'], 'jit', count(*)::int FROM identity_providers WHERE project_id = $1`,
    [projectId, id, issuer, client.clientId, secret],
  )
  await sql.query('UPDATE projects SET version = version + 1 WHERE id = $1', [projectId])
}

async function startHanging() {
  const server = createServer((socket) => socket.on('error', () => undefined))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { pair: `127.0.0.1:${port}`, close: () => void server.close() }
}
