import { createRelyingParty, FormBrowser, isPage } from '@signet/testkit'
import { type Client, formPost, refreshing } from './load.ts'
import { type Prepared, password, redirectUri } from './prepare.ts'
import type { BenchStack } from './stack.ts'

/** Clients that ask for machine tokens, as many as there are connections. */
export const machineClients = (
  count: number,
  path: string,
  host: string,
  authorization: string,
  api: string,
): Client[] => {
  const shot = formPost(`${path}/token`, host, authorization, {
    grant_type: 'client_credentials',
    resource: api,
    scope: 'read',
  })
  return Array.from({ length: count }, () => ({ next: () => shot }))
}

interface SignedIn {
  readonly refreshToken: string
}

/** Signs one user in, as a browser and a relying party do it, straight at the authorization server. */
async function signIn({ ports }: BenchStack, prepared: Prepared, email: string): Promise<SignedIn> {
  const address = { host: '127.0.0.1', port: ports.auth }
  const rp = await relyingParty(address, prepared)
  const { url, redeem } = await rp.begin({ scope: 'openid offline_access', prompt: 'consent' })
  const tokens = await redeem(await answerOf(new FormBrowser(address, redirectUri), url, email))
  return { refreshToken: tokens.refresh_token ?? '' }
}

/** Signs in several people one after the other, from the sign-in page to the tokens. */
export async function signInTimes({ ports }: BenchStack, prepared: Prepared, times: number): Promise<void> {
  const address = { host: '127.0.0.1', port: ports.auth }
  const rp = await relyingParty(address, prepared)
  for (let index = 0; index < times; index += 1) {
    const { url, redeem } = await rp.begin()
    await redeem(
      await answerOf(
        new FormBrowser(address, redirectUri),
        url,
        prepared.users[index % prepared.users.length] ?? '',
      ),
    )
  }
}

const parties = new Map<string, ReturnType<typeof createRelyingParty>>()

function relyingParty(address: { host: string; port: number }, { issuer, clientId, clientSecret }: Prepared) {
  const held =
    parties.get(issuer) ?? createRelyingParty({ issuer, clientId, clientSecret, redirectUri, address })
  parties.set(issuer, held)
  return held
}

async function answerOf(browser: FormBrowser, url: URL, email: string): Promise<URL> {
  let at = await browser.open(url)
  if (isPage(at)) at = await browser.submit(at, '/login', { login: email, password })
  if (isPage(at)) at = await browser.submit(at, '/consent')
  if (isPage(at)) throw new Error(at.html)
  return at.arrivedAt
}

/** Signs users in from the sign-in page to the code, in a closed loop of `parallel` people, for `seconds`. */
export async function driveSignIns(
  { ports }: BenchStack,
  prepared: Prepared,
  parallel: number,
  seconds: number,
): Promise<number> {
  const address = { host: '127.0.0.1', port: ports.auth }
  const rp = await relyingParty(address, prepared)
  const started = performance.now()
  const end = started + seconds * 1000
  const counts = await Promise.all(
    Array.from({ length: parallel }, async (_, index) => {
      let count = 0
      while (performance.now() < end) {
        const email = prepared.users[(index + count * parallel) % prepared.users.length] ?? ''
        const { url, redeem } = await rp.begin()
        await redeem(await answerOf(new FormBrowser(address, redirectUri), url, email))
        count += 1
      }
      return count
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - started) / 1000)
}

export const refreshClients = async (
  stack: BenchStack,
  prepared: Prepared,
  count: number,
): Promise<Client[]> => {
  const host = new URL(prepared.issuer).host
  const tokens: string[] = []
  for (let index = 0; index < count; index += 1)
    tokens.push(
      (await signIn(stack, prepared, prepared.users[index % prepared.users.length] ?? '')).refreshToken,
    )
  return tokens.map((token) => refreshing(`${prepared.path}/token`, host, prepared.authorization, token))
}
