import { randomBytes } from 'node:crypto'
import { FormBrowser, isPage } from '@signet/testkit'
import type { SampleObjects } from './arrange.ts'
import type { World } from './world.ts'

const redirectUri = 'https://shop.example/callback'

const user = { login: 'grace@customer.example', password: 'another horse and battery' }

/** Signs the sample user in to the sample application, after a wrong password. */
export async function signInTwice({ baseUrl }: World, { clientId = '' }: SampleObjects): Promise<void> {
  const { hostname: host, port } = new URL(baseUrl)
  const browser = new FormBrowser({ host, port: Number(port) }, redirectUri)
  const address = new URL(`${baseUrl}/acme/auth`)
  address.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email',
    state: 'sample',
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  let at = await browser.open(address)
  for (const password of ['another horse', user.password])
    if (isPage(at)) at = await browser.submit(at, '/login', { login: user.login, password })
  if (isPage(at) && at.html.includes('/consent')) at = await browser.submit(at, '/consent')
  if (isPage(at)) throw new Error(`The sample user is not signed in:\n${at.html}`)
}
