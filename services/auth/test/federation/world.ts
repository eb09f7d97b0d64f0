import { sql } from '@signet/db'
import { clientSecretPlace } from '@signet/federation'
import { createRelyingParty, FormBrowser, isPage, type Page } from '@signet/testkit'
import { startUpstream } from '@signet/testkit/upstream'
import { type Auth, makeClient, makeProject, redirectUri, startAuth } from '../support/harness.ts'
import { arrivalOf, pageOf, postForm } from '../support/journey.ts'

export type Upstream = Awaited<ReturnType<typeof startUpstream>>

export async function startFederation() {
  const upstream = await startUpstream()
  const auth = await startAuth([upstream.pair])
  return {
    auth,
    upstream,
    async close() {
      await auth.close()
      await upstream.close()
    },
  }
}

interface ProviderColumns {
  readonly id?: string
  readonly displayName?: string
  readonly catalogueId?: string
  readonly emailTrusted?: boolean
  readonly emailClaim?: string
  readonly provisioning?: 'jit' | 'existing_only'
  readonly allowedEmailDomains?: readonly string[]
  readonly acceptsBackChannelLogout?: boolean
  readonly acceptsFrontChannelLogout?: boolean
  readonly signOut?: 'off' | 'link' | 'automatic'
  readonly enabled?: boolean
  readonly scopes?: readonly string[]
}

export async function addProvider(
  { database, vault }: Auth,
  projectId: string,
  { issuer, client }: Pick<Upstream, 'issuer' | 'client'>,
  columns: ProviderColumns = {},
): Promise<string> {
  const { id = 'corp', displayName = 'Corp', catalogueId = null, emailTrusted = false } = columns
  const { emailClaim = null, provisioning = 'jit', allowedEmailDomains = [], enabled = true } = columns
  const secret = vault.seal(client.clientSecret, clientSecretPlace({ projectId, providerId: id }))
  await database.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO identity_providers (project_id, id, display_name, catalogue_id, issuer, client_id, client_secret_sealed,
        scopes, email_trusted, email_claim, provisioning, allowed_email_domains, accepts_back_channel_logout,
        accepts_front_channel_logout, sign_out, enabled, position)
      SELECT ${projectId}, ${id}, ${displayName}, ${catalogueId}, ${issuer}, ${client.clientId}, ${secret},
        ${[...(columns.scopes ?? ['email', 'profile'])]}, ${emailTrusted}, ${emailClaim}, ${provisioning}, ${[...allowedEmailDomains]},
        ${columns.acceptsBackChannelLogout ?? false}, ${columns.acceptsFrontChannelLogout ?? false}, ${columns.signOut ?? 'link'}, ${enabled}, count(*)::int
      FROM identity_providers WHERE project_id = ${projectId}`)
    await tx.run(sql`UPDATE projects SET version = version + 1 WHERE id = ${projectId}`)
  })
  return id
}

/** The application needs no consent. */
export async function projectWith(
  auth: Auth,
  upstream: Pick<Upstream, 'issuer' | 'client'>,
  columns: ProviderColumns = {},
) {
  const project = await makeProject(auth)
  await addProvider(auth, project.id, upstream, columns)
  const client = await makeClient(auth, { projectId: project.id, requireConsent: false })
  return { ...project, client }
}

export type FederatedProject = Awaited<ReturnType<typeof projectWith>>

/** Creates a browser without JavaScript that reaches the server under test and every local provider. */
export const browserOf = (auth: Auth, headers: Record<string, string> = {}): FormBrowser =>
  new FormBrowser(
    (url) => (url.hostname === '127.0.0.1' ? { host: '127.0.0.1', port: Number(url.port) } : auth.address),
    redirectUri,
    headers,
  )

export const isCallback = (url: URL): boolean => url.pathname.endsWith('/callback')

export async function openSignIn(
  auth: Auth,
  project: FederatedProject,
  { browser = browserOf(auth), ...parameters }: { browser?: FormBrowser; [name: string]: unknown } = {},
) {
  const rp = await createRelyingParty({
    issuer: project.issuer,
    ...project.client,
    redirectUri,
    address: auth.address,
  })
  const { url, redeem } = await rp.begin(parameters as Record<string, string>)
  const first = await browser.open(url)
  return { browser, first, redeem }
}

export async function signInThrough(
  auth: Auth,
  project: FederatedProject,
  {
    providerId = 'corp',
    browser = browserOf(auth),
    ...parameters
  }: { providerId?: string; browser?: FormBrowser; [name: string]: unknown } = {},
) {
  const { first, redeem } = await openSignIn(auth, project, { browser, ...parameters })
  const end = isPage(first) ? await browser.follow(first, `/provider/${providerId}`) : first
  return { browser, end, redeem, page: () => pageOf(end), tokens: () => redeem(arrivalOf(end)) }
}

export const problemOn = ({ html }: Page): string | undefined =>
  /<p class="(?:problem|wrong)"[^>]*>([^<]*)</.exec(html)?.[1]

interface LinkedRow {
  readonly accountId: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly subject: string | null
  readonly claims: Readonly<Record<string, unknown>>
}

export const accountsOf = ({ database }: Auth, projectId: string): Promise<LinkedRow[]> =>
  database.rows<LinkedRow>(sql`
    SELECT a.id AS "accountId", a.email, a.email_verified AS "emailVerified", d.subject, a.claims FROM accounts a
    LEFT JOIN identities d ON d.project_id = a.project_id AND d.account_id = a.id
    WHERE a.project_id = ${projectId} ORDER BY a.created_at, a.id`)

export async function signedInThrough(
  { auth, upstream }: { readonly auth: Auth; readonly upstream: Upstream },
  project: FederatedProject,
  sub = 'ada',
  sid = 'upstream-session',
) {
  upstream.become({ sub, sid, email: `${sub}@example.com` })
  const { browser, tokens } = await signInThrough(auth, project)
  const issued = await tokens()
  const token = issued.access_token
  const isActive = async () =>
    (await postForm(auth, `${project.issuer}/token/introspection`, { token }, project.client)).body.active
  return {
    browser,
    isActive,
    idToken: String(issued.id_token),
    accountId: String(issued.claims()?.sub),
  }
}
