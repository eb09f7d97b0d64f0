import { FormBrowser, isPage, optionsOn, SoftwareAuthenticator } from '@signet/testkit'
import { median } from './compare.ts'
import { type PreparedInstance, password, redirectUri } from './prepare.ts'
import { heading, line } from './report.ts'
import { relyingParty, signIn } from './sign-ins.ts'
import { type BenchStack, mainThreadTime, pin, processorTime } from './stack.ts'
import { startSecond } from './start-times.ts'
import type { Pace } from './token-rates.ts'

const signInsOfRound = 20
/** Sign-ins after which the engine has optimised their code. */
const warmUp = 600

/** One sign-in, microseconds. */
interface Cost {
  readonly server: number
  /** Threads besides the one that runs JavaScript: hashing, files, garbage collection. */
  readonly threads: number
}

type SignsIn = (index: number) => Promise<void>

/** Each sign-in has a new browser, one at a time. */
export async function comparePasskeys(
  stack: BenchStack,
  prepared: PreparedInstance,
  { rounds }: Pace,
): Promise<void> {
  heading(
    'Sign-ins by passkey and by password',
    'processor time; authorization request, sign-in page, code, tokens; one at a time',
  )
  await allowPasskeys(stack, prepared)
  const server = await startSecond(stack.pids.auth)
  pin(server.pid, 0)
  try {
    const passkeys = await enrol(server.port, prepared)
    const byPasskey: SignsIn = (index) => signInWith(server.port, prepared, passkeys, index)
    const byPassword: SignsIn = (index) => signIn(server.port, prepared, index)
    for (let index = 0; index < warmUp; index += 1) {
      await byPasskey(index)
      await byPassword(index)
    }
    const measured = { passkey: [] as Cost[], password: [] as Cost[] }
    for (let round = 0; round < rounds; round += 1) {
      measured.passkey.push(await cost(server.pid, byPasskey))
      measured.password.push(await cost(server.pid, byPassword))
    }
    report(measured.passkey, measured.password)
  } finally {
    server.close()
  }
}

function report(passkey: readonly Cost[], byPassword: readonly Cost[]): void {
  const times = (costs: readonly Cost[], part: keyof Cost) => median(costs.map((one) => one[part]))
  const shown = (costs: readonly Cost[]) =>
    `server ${(times(costs, 'server') / 1000).toFixed(1)} ms, of which other threads ${(times(costs, 'threads') / 1000).toFixed(1)}`
  line(
    'sign-ins by passkey per core against those by password',
    (times(byPassword, 'server') / times(passkey, 'server')).toFixed(2),
    'aim 20; limit: pages and writes of the five requests, which both have',
  )
  line('a sign-in by passkey', shown(passkey), 'a verification of a signature')
  line('a sign-in by password', shown(byPassword), 'a verification with argon2id')
}

async function cost(pid: number, work: SignsIn): Promise<Cost> {
  const now = () => ({
    server: processorTime(pid),
    threads: processorTime(pid) - mainThreadTime(pid),
  })
  const before = now()
  for (let index = 0; index < signInsOfRound; index += 1) await work(index)
  const after = now()
  const each = (part: keyof Cost) => (after[part] - before[part]) / signInsOfRound
  return { server: each('server'), threads: each('threads') }
}

async function allowPasskeys({ sql }: BenchStack, { projectId }: PreparedInstance): Promise<void> {
  await sql.query(`UPDATE projects SET passkeys = 'allowed', version = version + 1 WHERE id = $1`, [
    projectId,
  ])
}

const addressAt = (port: number) => ({ host: '127.0.0.1', port })

async function enrol(port: number, { issuer, users }: PreparedInstance): Promise<SoftwareAuthenticator[]> {
  const path = `${issuer}/account/passkeys`
  const passkeys: SoftwareAuthenticator[] = []
  for (const email of users) {
    const browser = new FormBrowser(addressAt(port), redirectUri)
    const page = await browser.open(path)
    if (!isPage(page)) throw new Error('no sign-in page')
    const list = await browser.submit(page, '/login', { login: email, password })
    if (!isPage(list)) throw new Error('no account page')
    const form = await browser.submit(list, '/account/passkeys', { add: '1' })
    if (!isPage(form)) throw new Error('no form of a passkey')
    const passkey = new SoftwareAuthenticator(new URL(issuer).origin)
    const credential = passkey.create(optionsOn(form))
    const added = await browser.submit(form, '/account/passkeys', { credential, name: 'Bench' })
    if (!isPage(added) || !added.html.includes('Bench')) throw new Error('The passkey was not added.')
    passkeys.push(passkey)
  }
  return passkeys
}

async function signInWith(
  port: number,
  prepared: PreparedInstance,
  passkeys: readonly SoftwareAuthenticator[],
  index: number,
): Promise<void> {
  const address = addressAt(port)
  const { url, redeem } = await (await relyingParty(address, prepared)).begin()
  const browser = new FormBrowser(address, redirectUri)
  const page = await browser.open(url)
  const passkey = passkeys[index % passkeys.length]
  if (!isPage(page) || !passkey) throw new Error('no sign-in page')
  const end = await browser.submit(page, '/passkey', { credential: passkey.get(optionsOn(page)) })
  if (isPage(end)) throw new Error(end.html)
  await redeem(end.arrivedAt)
}
