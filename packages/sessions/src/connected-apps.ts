import { type Executor, sql } from '@signet/db'

export interface ConnectedApp {
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly claims: readonly string[]
  /** Granted scopes of the APIs that the application may call for the account. */
  readonly apis: ReadonlyMap<string, readonly string[]>
  readonly since: Date
  /** Last stored token; null without one. */
  readonly lastUsed: Date | null
}

interface GrantRow {
  readonly clientId: string
  readonly payload: GrantPayload
  readonly lastUsed: Date | null
}

/** Stored by oidc-provider. */
interface GrantPayload {
  readonly iat: number
  readonly openid?: AllowedScopes
  readonly resources?: Readonly<Record<string, string>>
  readonly rejected?: {
    readonly openid?: AllowedScopes
    readonly resources?: Readonly<Record<string, string>>
  }
}

interface AllowedScopes {
  readonly scope?: string
  readonly claims?: readonly string[]
}

/** Newest first, from the grants of the account. */
export async function connectedApps(
  executor: Executor,
  projectId: string,
  accountId: string,
): Promise<ConnectedApp[]> {
  const rows = await executor.rows<GrantRow>(sql`
    SELECT g.client_id AS "clientId", g.payload,
      (SELECT to_timestamp(max((t.payload->>'iat')::bigint)) FROM (
        SELECT payload FROM oidc_refresh_tokens
        WHERE project_id = ${projectId} AND account_id = ${accountId} AND client_id = g.client_id
        UNION ALL
        SELECT payload FROM oidc_access_tokens
        WHERE project_id = ${projectId} AND account_id = ${accountId} AND client_id = g.client_id) t) AS "lastUsed"
    FROM oidc_grants g
    WHERE g.project_id = ${projectId} AND g.account_id = ${accountId} AND g.client_id IS NOT NULL
      AND (g.expires_at IS NULL OR g.expires_at > now())
    ORDER BY (g.payload->>'iat')::bigint DESC, g.client_id`)
  const byClient = Map.groupBy(rows, ({ clientId }) => clientId)
  return [...byClient].map(([clientId, grants]) => ({
    clientId,
    scopes: unique(
      grants.flatMap(({ payload: { openid, rejected } }) =>
        left(scopeTokens(openid?.scope), scopeTokens(rejected?.openid?.scope)),
      ),
    ),
    claims: unique(
      grants.flatMap(({ payload: { openid, rejected } }) =>
        left(openid?.claims ?? [], rejected?.openid?.claims ?? []),
      ),
    ),
    apis: allowedAtApis(grants),
    since: new Date(Math.min(...grants.map(({ payload }) => payload.iat)) * 1000),
    lastUsed: grants[0]?.lastUsed ?? null,
  }))
}

const unique = (values: readonly string[]): string[] => [...new Set(values)]

const scopeTokens = (scope: string | undefined): string[] => scope?.split(' ').filter(Boolean) ?? []

/** Refused names take precedence in a grant. */
const left = (granted: readonly string[], refused: readonly string[]): string[] =>
  granted.filter((name) => !refused.includes(name))

function allowedAtApis(grants: readonly GrantRow[]): Map<string, string[]> {
  const allowed = new Map<string, string[]>()
  for (const { payload } of grants)
    for (const [resource, scope] of Object.entries(payload.resources ?? {})) {
      const scopes = left(scopeTokens(scope), scopeTokens(payload.rejected?.resources?.[resource]))
      allowed.set(resource, unique([...(allowed.get(resource) ?? []), ...scopes]))
    }
  return allowed
}
