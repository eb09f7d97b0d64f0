import { createRelyingParty, FormBrowser, isPage } from '@signet/testkit'
import { median } from './compare.ts'
import { measureHashing } from './hashing.ts'
import { drive } from './load.ts'
import { type PreparedInstance, password, redirectUri } from './prepare.ts'
import { heading, line } from './report.ts'
import { type BenchStack, pin } from './stack.ts'
import { startSecond } from './start-times.ts'
import { figures, type Target } from './target.ts'
import type { Pace } from './token-rates.ts'

/**
 * Compares sign-ins with the hashing, and measures the token rate during many sign-ins, on a server started with one core, because it
 * uses one hashing thread per core.
 */
export async function measureSignIns(
  stack: BenchStack,
  prepared: PreparedInstance,
  signet: Target,
  { rounds, slice }: Pace,
): Promise<void> {
  heading(
    'Password sign-ins on one core',
    'authorization request, sign-in page, code, tokens; 8 people at once',
  )
  const server = await startSecond(stack.pids.auth)
  pin(server.pid, 0)
  // The code of a sign-in is optimised after some two thousand.
  await driveSignIns(server.port, prepared, 8, slice * 20)
  const measured: { readonly hashing: number; readonly rate: number }[] = []
  for (let round = 0; round < rounds / 2; round += 1)
    measured.push({
      hashing: await measureHashing(slice),
      rate: await driveSignIns(server.port, prepared, 8, slice * 2),
    })
  const ratio = median(measured.map(({ hashing, rate }) => rate / hashing))
  line(
    'sign-ins against argon2id verifications',
    `${ratio.toFixed(2)}  (${Math.round(median(measured.map(({ rate }) => rate)))}/s)`,
    `aim 0.75; argon2id ${Math.round(median(measured.map(({ hashing }) => hashing)))}/s; limit: hashing, then five requests of pages and writes`,
  )
  const [figure] = figures
  if (!figure) return
  const { clients } = await figure.load(signet, 8)
  const shares: number[] = []
  for (let round = 0; round < rounds / 2; round += 1) {
    const quiet = await drive(server.port, clients, slice * 2)
    const [storm] = await Promise.all([
      drive(server.port, clients, slice * 2),
      driveSignIns(server.port, prepared, 16, slice * 2),
    ])
    shares.push(storm.perSecond / quiet.perSecond)
  }
  server.close()
  line(
    'token rate in a login storm against quiet',
    (shares.reduce((sum, share) => sum + share, 0) / shares.length).toFixed(2),
    'aim 0.85; limit: pages and writes of the sign-ins; hashing yields to them',
  )
}

export async function signInTimes(
  { ports }: BenchStack,
  prepared: PreparedInstance,
  times: number,
): Promise<void> {
  for (let index = 0; index < times; index += 1) await signIn(ports.auth, prepared, index)
}

export type SignInPlace = Pick<PreparedInstance, 'issuer' | 'clientId' | 'clientSecret' | 'users'>

export async function signIn(port: number, place: SignInPlace, index: number): Promise<void> {
  const address = { host: '127.0.0.1', port }
  const { url, redeem } = await (await relyingParty(address, place)).begin()
  const email = place.users[index % place.users.length] ?? ''
  await redeem(await answerOf(new FormBrowser(address, redirectUri), url, email))
}

const parties = new Map<string, ReturnType<typeof createRelyingParty>>()

export function relyingParty(
  address: { host: string; port: number },
  { issuer, clientId, clientSecret }: SignInPlace,
) {
  const key = `${issuer} at ${address.port}`
  const known =
    parties.get(key) ?? createRelyingParty({ issuer, clientId, clientSecret, redirectUri, address })
  parties.set(key, known)
  return known
}

async function answerOf(browser: FormBrowser, url: URL, email: string): Promise<URL> {
  let at = await browser.open(url)
  if (isPage(at)) at = await browser.submit(at, '/login', { login: email, password })
  if (isPage(at)) at = await browser.submit(at, '/consent')
  if (isPage(at)) throw new Error(at.html)
  return at.arrivedAt
}

/** Closed loop of `parallel` users, from the sign-in page to the code, for `seconds`. */
export async function driveSignIns(
  port: number,
  prepared: PreparedInstance,
  parallel: number,
  seconds: number,
): Promise<number> {
  const started = performance.now()
  const end = started + seconds * 1000
  const counts = await Promise.all(
    Array.from({ length: parallel }, async (_, index) => {
      let count = 0
      while (performance.now() < end) {
        await signIn(port, prepared, index + count * parallel)
        count += 1
      }
      return count
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - started) / 1000)
}
