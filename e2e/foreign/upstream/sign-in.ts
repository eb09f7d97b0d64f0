import type { Browser, Page } from 'playwright'
import { type RelyingParty, startRelyingParty } from '../../support/relying-party.ts'
import type { Instance } from '../instance.ts'
import type { Place, RunningProvider, UpstreamProvider } from './provider.ts'

export interface Connected {
  readonly projectId: string
  readonly path: string
  readonly provider: RunningProvider
  readonly application: RelyingParty
}

interface Guide {
  readonly providerId: string
  readonly callbackUri: string
  readonly metadataUrl?: string
}

/** The callback is first, then the credentials of the provider. */
export async function connect(
  instance: Instance,
  upstream: UpstreamProvider,
  place: Omit<Place, 'callback' | 'metadata'>,
): Promise<Connected> {
  const { id: projectId, issuer } = await instance.post('/projects', { name: upstream.name })
  const project = `/projects/${projectId}`
  const { protocol = 'oidc' } = upstream
  const guides = (await instance.get(`${project}/federation/catalogue`)) as Readonly<Record<string, Guide>>
  const guide = guides[protocol === 'saml' ? 'saml' : 'openIdConnect']
  if (!guide) throw new Error('The catalogue has no addresses for the provider.')
  const { providerId: id, callbackUri: callback, metadataUrl: metadata = '' } = guide
  const provider = await upstream.start({ ...place, callback, metadata })
  const entry = { id, protocol, displayName: 'Company', ...provider.fields }
  await instance.post(`${project}/federation`, { ...entry, emailTrusted: true })
  const application = await startRelyingParty('openid email profile')
  const client = await instance.post(`${project}/clients`, {
    clientName: 'Example',
    redirectUris: [application.callback],
    grantTypes: ['authorization_code'],
    tokenEndpointAuthMethod: 'client_secret_basic',
  })
  await application.configure(String(issuer), String(client.clientId), String(client.clientSecret))
  return { projectId: String(projectId), path: `${project}/federation/${id}`, provider, application }
}

async function choose<Result>(
  browser: Browser,
  { application }: Connected,
  next: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(application.signInUrl)
    await page.getByText('Continue with Company').click()
    return await next(page)
  } finally {
    await context.close()
  }
}

/** @returns the id of the user, which the ID token names */
export const signIn = (browser: Browser, connected: Connected): Promise<string> =>
  choose(browser, connected, async (page) => {
    await connected.provider.signIn(page)
    await allow(page)
    const { tokens } = await connected.application.signedIn()
    return String(tokens.claims()?.sub)
  })

async function allow(page: Page): Promise<void> {
  const consent = page.getByRole('button', { name: 'Allow', exact: true })
  const done = page.getByRole('heading', { name: 'Signed in to the example application' })
  await waitOrShow(page, consent.or(done).waitFor())
  if (await consent.isVisible()) await consent.click()
  await done.waitFor()
}

export const expectUnavailable = (browser: Browser, connected: Connected): Promise<void> =>
  choose(browser, connected, (page) =>
    waitOrShow(page, page.getByText('Company could not sign you in right now').waitFor()),
  )

const waitOrShow = (page: Page, waiting: Promise<void>): Promise<void> =>
  waiting.catch(async (error: unknown) => {
    const shown = await page.locator('body').textContent()
    throw new Error(`${String(error)}\n${page.url()} shows:\n${shown}`)
  })
