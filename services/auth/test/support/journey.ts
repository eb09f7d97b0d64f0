import { type Arrived, createRelyingParty, FormBrowser, fetchVia, isPage, type Page } from '@signet/testkit'
import { type Auth, makeClient, makeUser, password, redirectUri } from './harness.ts'

export interface ClientCredentials {
  readonly clientId: string
  /** Absent for a public client. */
  readonly clientSecret?: string
}

/** The challenge is that of RFC 7636, appendix B. */
export const codeRequest = {
  response_type: 'code',
  scope: 'openid',
  redirect_uri: redirectUri,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
} as const

/** Throws with the redirect when the result is no page. */
export function pageOf(result: Page | Arrived): Page {
  if (isPage(result)) return result
  throw new Error(`expected a page, and was sent to ${result.arrivedAt}`)
}

/** Throws with the page when the result is no redirect to the application. */
export function arrivalOf(result: Page | Arrived): URL {
  if (!isPage(result)) return result.arrivedAt
  throw new Error(`expected to be sent back to the application:\n${result.html}`)
}

/** Signs in and consents when the pages require it. */
export async function authorize(browser: FormBrowser, url: URL, login: string): Promise<URL> {
  let at = await browser.open(url)
  if (isPage(at) && at.html.includes('name="password"'))
    at = await browser.submit(at, '/login', { login, password })
  if (isPage(at) && at.html.includes('/consent"')) at = await browser.submit(at, '/consent')
  return arrivalOf(at)
}

/**
 * Confirms the code, signs in and consents if needed.
 * @returns the last page
 */
export async function approveDevice(browser: FormBrowser, complete: string, login: string): Promise<Page> {
  const confirm = pageOf(await browser.open(complete))
  let at = pageOf(await browser.submit(confirm, '/device', { confirm: 'yes' }))
  if (at.html.includes('name="password"'))
    at = pageOf(await browser.submit(at, '/login', { login, password }))
  if (at.html.includes('/consent"')) at = pageOf(await browser.submit(at, '/consent'))
  return at
}

export async function openRequests(browser: FormBrowser, issuer: string, login: string): Promise<Page> {
  const at = pageOf(await browser.open(`${issuer}/account/requests`))
  if (!at.html.includes('name="password"')) return at
  return pageOf(await browser.submit(at, '/login', { login, password }))
}

export const answerRequest = async (
  browser: FormBrowser,
  issuer: string,
  login: string,
  answer: 'allow' | 'deny' = 'allow',
) => pageOf(await browser.submit(await openRequests(browser, issuer, login), '/account/requests', { answer }))

const relyingParty = (auth: Auth, issuer: string, client: ClientCredentials) =>
  createRelyingParty({ issuer, ...client, redirectUri, address: auth.address })

export async function signIn(
  auth: Auth,
  issuer: string,
  client: ClientCredentials,
  login: string,
  {
    browser = new FormBrowser(auth.address, redirectUri),
    ...parameters
  }: { browser?: FormBrowser; scope?: string; prompt?: string; resource?: string } = {},
) {
  const rp = await relyingParty(auth, issuer, client)
  const { url, redeem } = await rp.begin(parameters)
  const tokens = await redeem(await authorize(browser, url, login))
  return { browser, rp, tokens }
}

export async function applicationAndUser(auth: Auth, projectId: string) {
  const client = await makeClient(auth, { projectId, requireConsent: false })
  return { client, user: await makeUser(auth, projectId) }
}

export async function postForm(
  auth: Auth,
  url: string,
  body: Record<string, string>,
  { clientId, clientSecret }: ClientCredentials,
  headers: Record<string, string> = {},
) {
  const authentication = clientSecret
    ? { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` }
    : undefined
  const response = await fetchVia(auth.address)(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...authentication, ...headers },
    body: new URLSearchParams({ ...body, ...(authentication ? {} : { client_id: clientId }) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>,
  }
}
