import { newSeed, showSeed } from '@signet/accounts'
import { sql } from '@signet/db'
import { type Arrived, createRelyingParty, type FormBrowser, isPage, type Page } from '@signet/testkit'
import * as oidc from 'openid-client'
import { addProvider, browserOf, type Upstream } from '../federation/world.ts'
import { setSignIn } from '../support/account-pages.ts'
import { type Auth, makeClient, makeProject, makeUser, password, redirectUri } from '../support/harness.ts'
import { pageOf, signIn } from '../support/journey.ts'
import { codeOf, keyOn } from '../support/totp.ts'
import type { Parked, SignInMethod } from './endings.ts'

export const spots = [
  'consent',
  'consent for a device',
  'second factor',
  'enrolment of a second factor',
  'verification',
  'the redirect to the application',
] as const
export type Spot = (typeof spots)[number]

/** A sign-in through a provider needs no second factor; a password that claims a link needs only an enrolled one. */
export const isReached = (way: SignInMethod, spot: Spot): boolean => {
  if (spot === 'enrolment of a second factor') return way === 'password'
  return way !== 'provider' || spot !== 'second factor'
}

/** The link is created after the second factor and the verification, so that before them no link can be removed. */
export const hasLink = (way: SignInMethod, spot: Spot): boolean =>
  way !== 'password and provider' || (spot !== 'second factor' && spot !== 'verification')

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

interface Surroundings {
  readonly auth: Auth
  readonly upstream: Upstream
}

async function prepare({ auth, upstream }: Surroundings, way: SignInMethod, spot: Spot) {
  const project = await makeProject(auth)
  const { id: projectId } = project
  const isClaimed = way === 'password and provider'
  await addProvider(auth, projectId, upstream, {
    emailTrusted: isClaimed,
    provisioning: 'existing_only',
  })
  const user = await makeUser(auth, projectId)
  const person = { sub: user.id, email: user.email, email_verified: isClaimed }
  upstream.become(person)
  if (way !== 'password and provider')
    await auth.database.run(sql`
      INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
      VALUES (${projectId}, 'corp', ${upstream.issuer}, ${user.id}, ${user.id})`)
  const isVerifying = spot === 'verification'
  if (isVerifying)
    await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
  await setSignIn(auth, projectId, {
    emailVerificationRequired: isVerifying,
    verificationMethod: 'code',
    totpRequired: spot === 'enrolment of a second factor',
  })
  const client = await makeClient(auth, {
    projectId,
    grantTypes: ['authorization_code', 'refresh_token', deviceGrant],
    requireConsent: spot.startsWith('consent'),
  })
  const seed = spot === 'second factor' ? await enrolled(auth, projectId, user.id) : undefined
  return { project, user, client, seed }
}

async function enrolled({ vault, database }: Auth, projectId: string, accountId: string): Promise<string> {
  const sealed = newSeed(vault, { projectId, accountId })
  await database.run(
    sql`UPDATE accounts SET totp_sealed = ${sealed}, totp_enrolled_at = now() WHERE id = ${accountId}`,
  )
  return showSeed(vault, sealed, { projectId, accountId }, { issuer: 'x', label: 'x' }).secret
}

async function begin(
  { auth }: Surroundings,
  { project, client }: Awaited<ReturnType<typeof prepare>>,
  spot: Spot,
  browser: FormBrowser,
): Promise<{ page: Page; deviceCode?: string }> {
  const rp = await createRelyingParty({
    issuer: project.issuer,
    ...client,
    redirectUri,
    address: auth.address,
  })
  if (spot !== 'consent for a device') {
    const { url } = await rp.begin()
    return { page: pageOf(await browser.open(url)) }
  }
  const started = await oidc.initiateDeviceAuthorization(rp.config, { scope: 'openid' })
  const confirm = pageOf(await browser.open(started.verification_uri_complete ?? ''))
  return {
    page: pageOf(await browser.submit(confirm, '/device', { confirm: 'yes' })),
    deviceCode: started.device_code,
  }
}

interface Entering {
  readonly issuer: string
  readonly login: string
  readonly way: SignInMethod
  readonly spot: Spot
}

async function enter(browser: FormBrowser, page: Page, { issuer, login, way, spot }: Entering) {
  const isResuming = ({ href }: URL) =>
    href.startsWith(`${issuer}/auth/`) && spot === 'the redirect to the application'
  const stop = isResuming
  if (way === 'password') return browser.submit(page, '/login', { login, password }, stop)
  const back = await browser.follow(page, '/provider/corp', way === 'provider' ? stop : undefined)
  return way === 'provider' ? back : browser.submit(pageOf(back), '/claim', { password }, stop)
}

export async function park(surroundings: Surroundings, way: SignInMethod, spot: Spot) {
  const { auth, upstream } = surroundings
  const prepared = await prepare(surroundings, way, spot)
  const { project, user, seed } = prepared
  const browser = browserOf(auth)
  const { page, deviceCode } = await begin(surroundings, prepared, spot, browser)
  const at = await enter(browser, page, { issuer: project.issuer, login: user.email, way, spot })
  await auth.idle()
  const code = spot === 'verification' ? ((await auth.mailbox.next(user.email)).code ?? '') : ''
  // Another user at the provider: a repeated request does not sign this one in again.
  upstream.become({ sub: 'other-user' })
  const parked: Parked = { auth, project, accountId: user.id }
  const goOn = async (): Promise<Page | Arrived> => {
    if (!isPage(at)) return browser.open(at.arrivedAt)
    if (spot.startsWith('consent')) return browser.submit(at, '/consent')
    if (spot === 'verification') return browser.submit(at, '/verification', { code })
    return browser.submit(at, '/authenticator', { code: codeOf(seed ?? keyOn(at)) })
  }
  return { parked, goOn, deviceCode }
}

export const outcomeOf = async ({ auth, accountId }: Parked, end: Page | Arrived) => {
  const [rows = { sessions: 0, grants: 0, links: 0, devices: 0 }] = await auth.database.rows<{
    sessions: number
    grants: number
    links: number
    devices: number
  }>(sql`
    SELECT (SELECT count(*)::int FROM oidc_sessions WHERE account_id = ${accountId}) AS sessions,
      (SELECT count(*)::int FROM oidc_grants WHERE account_id = ${accountId}) AS grants,
      (SELECT count(*)::int FROM identities WHERE account_id = ${accountId}) AS links,
      (SELECT count(*)::int FROM oidc_device_codes WHERE account_id = ${accountId}) AS devices`)
  const isCode = !isPage(end) && end.arrivedAt.searchParams.has('code')
  return { ...rows, isCode }
}

/** The provider is trusted for addresses; stops at the page that requires a proof of the account. */
export async function parkAtClaim(surroundings: Surroundings, proof: 'claim' | 'claimcode') {
  const { auth, upstream } = surroundings
  const prepared = await prepare(surroundings, 'password and provider', 'the redirect to the application')
  const { project, user } = prepared
  const browser = browserOf(auth)
  const { page } = await begin(surroundings, prepared, 'the redirect to the application', browser)
  const asked = pageOf(await browser.follow(page, '/provider/corp'))
  const sent = proof === 'claim' ? asked : pageOf(await browser.submit(asked, '/sendcode'))
  const code = proof === 'claim' ? '' : ((await auth.mailbox.next(user.email)).code ?? '')
  upstream.become({ sub: 'other-user' })
  return {
    parked: { auth, project, accountId: user.id } satisfies Parked,
    prove: () => browser.submit(sent, `/${proof}`, proof === 'claim' ? { password } : { code }),
  }
}

export async function parkInSession(surroundings: Surroundings, prompt: 'select_account' | 'consent') {
  const { auth } = surroundings
  const { project, user, client } = await prepare(surroundings, 'password', 'consent')
  const { browser, rp } = await signIn(auth, project.issuer, client, user.email)
  const { url } = await rp.begin({ prompt })
  const page = pageOf(await browser.open(url))
  return { parked: { auth, project, accountId: user.id } satisfies Parked, browser, page }
}
