import type { Browser, BrowserContext, Page } from 'playwright'
import { type RelyingParty, startRelyingParty } from '../../support/relying-party.ts'
import type { Instance } from '../instance.ts'

type Signal = 'acceptsBackChannelLogout' | 'acceptsFrontChannelLogout'

export interface Company {
  readonly projectId: string
  readonly path: string
  readonly issuer: string
  readonly application: RelyingParty
  readonly registration: {
    readonly clientId: string
    readonly redirectUri: string
    readonly keySetUri: string
    readonly logoutUri: string
    readonly signal: Signal
  }
}

/** Group and claim of Signet, with the provider's values that select them. */
export const mapping = { group: 'engineering', role: 'auditor', localGroup: 'Engineers', claim: 'roles' }

/**
 * Call before the provider starts: it needs the addresses of Signet. The provider verifies assertions. Maps a group and the roles of
 * the realm.
 */
export async function connectCompany(
  instance: Instance,
  { issuer: upstream, signal }: { readonly issuer: string; readonly signal: Signal },
): Promise<Company> {
  const { id, issuer } = await instance.post('/projects', { name: `Company with ${signal}` })
  const project = `/projects/${id}`
  await instance.post(`${project}/groups`, { displayName: mapping.localGroup })
  const clientId = `signet-${signal}`
  const provider = await instance.post(`${project}/federation`, {
    catalogueId: 'keycloak',
    displayName: 'Company',
    issuer: upstream,
    clientId,
    clientAuthentication: 'private_key_jwt',
    emailTrusted: true,
    groupMappings: [{ value: mapping.group, group: mapping.localGroup }],
    claimMappings: [{ claim: 'realm_access.roles', name: mapping.claim }],
    [signal]: true,
  })
  const application = await startRelyingParty('openid email profile')
  const client = await instance.post(`${project}/clients`, {
    clientName: 'Example',
    redirectUris: [application.callback],
    grantTypes: ['authorization_code'],
    tokenEndpointAuthMethod: 'client_secret_basic',
  })
  await application.configure(String(issuer), String(client.clientId), String(client.clientSecret))
  const isBackChannel = signal === 'acceptsBackChannelLogout'
  return {
    projectId: String(id),
    path: `${project}/federation/${provider.id}`,
    issuer: String(issuer),
    application,
    registration: {
      clientId,
      redirectUri: String(provider.callbackUri),
      keySetUri: (provider.assertionKey as { readonly keySetUri: string }).keySetUri,
      logoutUri: String(isBackChannel ? provider.backChannelLogoutUri : provider.frontChannelLogoutUri),
      signal,
    },
  }
}

export interface SignedIn {
  readonly userId: string
  readonly context: BrowserContext
  readonly page: Page
  isSignedIn(): Promise<boolean>
}

export async function openProvider(browser: Browser, { application }: Company) {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(application.signInUrl)
  await page.getByText('Continue with Company').click()
  return { context, page }
}

/** `fill` completes the page of the provider. */
export async function signInAtCompany(
  browser: Browser,
  company: Company,
  fill: (page: Page) => Promise<void>,
): Promise<SignedIn> {
  const { context, page } = await openProvider(browser, company)
  await fill(page)
  const allow = page.getByRole('button', { name: 'Allow', exact: true })
  const done = page.getByRole('heading', { name: 'Signed in to the example application' })
  await allow
    .or(done)
    .waitFor()
    .catch(async (error: unknown) => {
      throw new Error(`${String(error)}\n${page.url()} shows:\n${await page.locator('body').textContent()}`)
    })
  if (await allow.isVisible()) await allow.click()
  const { tokens } = await company.application.signedIn()
  return {
    userId: String(tokens.claims()?.sub),
    context,
    page,
    async isSignedIn() {
      const account = await context.request.get(`${company.issuer}/account`)
      return !(await account.text()).includes('Continue with <bdi>Company</bdi>')
    },
  }
}
