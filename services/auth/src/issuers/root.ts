import type { IncomingMessage } from 'node:http'
import { raw, sql, type Transactor } from '@signet/db'
import { digest } from '@signet/secrets'
import { LRUCache } from 'lru-cache'
import { adoptAgent } from '../agents/adopt.ts'
import { modelTables } from '../artifacts/models.ts'
import { isServiceAccountId } from '../clients/service-accounts.ts'
import { normalizeUserCode } from '../pages/device/user-code.ts'
import { linkCookie } from '../pages/mailed-links/link-cookie.ts'
import { unverifiedClaims } from '../protocol/unverified-claims.ts'

export interface RootProjects {
  readonly defaultProjectId: string
  readonly administratorsProjectId: string
}

/** The project of a client never changes. */
const maxKnownClients = 10_000

type Body = URLSearchParams | null

/** The default and the administrators' project share the root issuer. The named client or the presented artifact selects one. */
export class RootDispatch {
  readonly #executor: Transactor
  readonly #projects: RootProjects
  readonly #agentEndpoint: string
  readonly #clients = new LRUCache<string, string>({ max: maxKnownClients })

  constructor(executor: Transactor, projects: RootProjects, baseUrl: string) {
    this.#executor = executor
    this.#projects = projects
    this.#agentEndpoint = `${baseUrl}/mcp`
  }

  async projectOf(request: IncomingMessage, url: URL, body: Body): Promise<string> {
    // The signer names accounts of either project: the default project serves both.
    if (url.pathname === '/global-token-revocation') return this.#projects.defaultProjectId
    const client = clientIdOf(request, url, body)
    const found =
      (client && (await this.#ofClient(client, this.#isForAgents(url, body)))) ||
      (await this.#ofArtifact(request, url, body))
    return found ?? this.#ofCookies(request) ?? this.#projects.defaultProjectId
  }

  get administratorsProjectId(): string {
    return this.#projects.administratorsProjectId
  }

  /** The agent endpoint makes its client an agent. */
  #isForAgents(url: URL, body: Body): boolean {
    const named = [...url.searchParams.getAll('resource'), ...(body?.getAll('resource') ?? [])]
    return named.includes(this.#agentEndpoint)
  }

  async #ofClient(clientId: string, isForAgents: boolean): Promise<string | null> {
    const known = this.#clients.get(clientId)
    if (known) return known
    const { defaultProjectId: from, administratorsProjectId: to } = this.#projects
    if (isServiceAccountId(clientId)) return to
    if (clientId.startsWith('https://')) return isForAgents ? to : this.#ofMetadataDocument(clientId)
    const [row] = await this.#executor.rows<{ projectId: string; movable: boolean }>(
      sql`
        SELECT project_id AS "projectId", registered_dynamically AND project_id = ${from} AND first_used_at IS NULL AS movable
        FROM clients WHERE id = ${clientId} AND project_id = ANY(${this.#ids})
        UNION ALL
        SELECT project_id, false FROM provisioning_connections WHERE client_id = ${clientId} AND project_id = ANY(${this.#ids})
        UNION ALL
        SELECT ${to}::text, false FROM agent_clients
        WHERE client_id = ${clientId} AND (jwks IS NOT NULL OR workload_issuer IS NOT NULL)`,
    )
    if (row?.movable && isForAgents && (await adoptAgent(this.#executor, { clientId, from, to }))) return to
    // An application that may still be moved is read again by the next request.
    if (row && !row.movable) this.#clients.set(clientId, row.projectId)
    return row?.projectId ?? null
  }

  /** Permitted agents belong to the administrators' project, other documents to the default project. */
  async #ofMetadataDocument(clientId: string): Promise<string> {
    const agents = await this.#executor.rows<object>(
      sql`SELECT 1 FROM agent_clients WHERE client_id = ${clientId}`,
    )
    return agents.length ? this.#projects.administratorsProjectId : this.#projects.defaultProjectId
  }

  async #ofArtifact(request: IncomingMessage, url: URL, body: Body): Promise<string | null> {
    const interaction = /^\/(?:interaction|auth|device)\/([\w-]{20,})/.exec(url.pathname)?.[1]
    if (interaction) return this.#holder('Interaction', interaction)
    const bearer =
      /^(?:Bearer|DPoP) (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? body?.get('access_token')
    if (bearer) return this.#holder('AccessToken', bearer)
    const userCode = url.pathname === '/device' && (body ?? url.searchParams).get('user_code')
    if (userCode) return this.#ofUserCode(userCode)
    if (url.pathname.startsWith('/federation/')) return this.#ofFederation(url, body)
    const link = /^\/account\/(?:address|invitation|passkey|reset|verification)$/.test(url.pathname)
    const linkToken = link && (url.searchParams.get('token') ?? cookieOf(request, linkCookie))
    if (linkToken) return this.#ofLink(linkToken)
    const confirmation = url.pathname === '/session/end/confirm' ? body?.get('xsrf') : null
    return confirmation ? this.#ofLogout(request, confirmation) : null
  }

  async #holder(model: 'Interaction' | 'AccessToken', id: string): Promise<string | null> {
    const [row] = await this.#executor.rows<{ projectId: string }>(sql`
      SELECT project_id AS "projectId" FROM ${raw(modelTables[model].table)} WHERE id = ${digest(id)} AND project_id = ANY(${this.#ids})`)
    return row?.projectId ?? null
  }

  /**
   * Finds the project by the state of a sign-in in progress, the reference of a trial, the audience of a logout token, or the named
   * provider. RelayState is the state of SAML.
   */
  async #ofFederation(url: URL, body: Body): Promise<string | null> {
    const providerId = /^\/federation\/([\w-]+)\/backchannel-logout$/.exec(url.pathname)?.[1]
    if (providerId) return this.#ofProvider(providerId, claimOf(body?.get('logout_token') ?? null, 'aud'))
    const published = /^\/federation\/([\w-]+)\/(?:jwks|metadata|frontchannel-logout|signed-out)$/.exec(
      url.pathname,
    )?.[1]
    if (published) return this.#ofProviderAtRoot(published)
    const given = body ?? url.searchParams
    const state = digest(given.get('state') ?? given.get('RelayState') ?? '')
    const [row] = await this.#executor.rows<{ projectId: string }>(sql`
      SELECT project_id AS "projectId" FROM federation_transactions
      WHERE project_id = ANY(${this.#ids}) AND (state_digest = ${state} OR id = ${digest(given.get('ref') ?? '')})`)
    return row?.projectId ?? null
  }

  async #ofProvider(id: string, clientId: string | null): Promise<string | null> {
    const [row] = await this.#executor.rows<{ projectId: string }>(sql`
      SELECT project_id AS "projectId" FROM identity_providers
      WHERE project_id = ANY(${this.#ids}) AND id = ${id} AND client_id = ${clientId}`)
    return row?.projectId ?? null
  }

  /** No two providers of the root projects share a redirect address, so one of them has the id. */
  async #ofProviderAtRoot(id: string): Promise<string | null> {
    const [row] = await this.#executor.rows<{ projectId: string }>(sql`
      SELECT project_id AS "projectId" FROM identity_providers
      WHERE project_id = ANY(${this.#ids}) AND root_id = ${id}`)
    return row?.projectId ?? null
  }

  async #ofLink(token: string): Promise<string | null> {
    const [row] = await this.#executor.rows<{ projectId: string }>(sql`
      SELECT project_id AS "projectId" FROM account_tokens WHERE id = ${digest(token)} AND project_id = ANY(${this.#ids})`)
    return row?.projectId ?? null
  }

  async #ofUserCode(typed: string): Promise<string | null> {
    const [row] = await this.#executor.rows<{ projectId: string }>(sql`
      SELECT project_id AS "projectId" FROM oidc_device_codes
      WHERE project_id = ANY(${this.#ids}) AND user_code = ${normalizeUserCode(typed)}
      ORDER BY expires_at DESC LIMIT 1`)
    return row?.projectId ?? null
  }

  /** The browser has sessions at both projects. */
  async #ofLogout(request: IncomingMessage, token: string): Promise<string | null> {
    const sessions = this.#sessions(request).map(([, value]) => digest(value))
    const [row] = await this.#executor.rows<{ projectId: string }>(sql`
      SELECT project_id AS "projectId" FROM oidc_sessions
      WHERE project_id = ANY(${this.#ids}) AND id = ANY(${sessions}) AND payload->'state'->>'secret' = ${token}`)
    return row?.projectId ?? null
  }

  #ofCookies(request: IncomingMessage): string | undefined {
    const [only, another] = this.#sessions(request)
    return another ? undefined : only?.[0]
  }

  #sessions(request: IncomingMessage): [projectId: string, value: string][] {
    return this.#ids.flatMap((projectId) => {
      const value = cookieOf(request, `_session_${projectId}`)
      return value ? [[projectId, value] as [string, string]] : []
    })
  }

  get #ids(): string[] {
    return [this.#projects.defaultProjectId, this.#projects.administratorsProjectId]
  }
}

const cookieOf = ({ headers: { cookie = '' } }: IncomingMessage, name: string): string | undefined =>
  new RegExp(`(?:^|; *)${name}=([^;]+)`).exec(cookie)?.[1]

/** Reads a parameter, a Basic header, an assertion or a hint. */
function clientIdOf(request: IncomingMessage, url: URL, body: Body): string | null {
  const parameter = (name: string) => body?.get(name) ?? url.searchParams.get(name)
  return (
    parameter('client_id') ??
    basicUser(request.headers.authorization) ??
    claimOf(parameter('client_assertion'), 'sub') ??
    claimOf(parameter('id_token_hint'), 'aud')
  )
}

function basicUser(authorization: string | undefined): string | null {
  const encoded = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '')?.[1]
  if (!encoded) return null
  const [user = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  try {
    return decodeURIComponent(user)
  } catch {
    return user
  }
}

/** Not verified: the provider verifies the token later. */
function claimOf(token: string | null, claim: 'sub' | 'aud'): string | null {
  const value = token ? [unverifiedClaims(token)?.[claim]].flat()[0] : null
  return typeof value === 'string' ? value : null
}
