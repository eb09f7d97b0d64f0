import { resourceKeys } from '@signet/clients'
import { limits, type Operations, type ProtectedResource } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { Administrator } from '../../caller.ts'
import type { Listing } from '../../lists/page.ts'
import { namedClaims } from '../../projects/named-claims.ts'
import type { ProjectRow } from '../../projects/row.ts'

export interface ResourceRecord
  extends Omit<ProtectedResource, 'createdAt' | 'namespace' | 'accessTokenTTL'> {
  readonly id: string
  readonly namespace: string
  readonly accessTokenTTL: number | null
  readonly createdAt: Date
}

const readWhere = (executor: Executor, projectId: string, where: Sql): Promise<ResourceRecord[]> =>
  executor.rows<ResourceRecord>(sql`
    SELECT id, identifier, name, scopes, scope_descriptions AS "scopeDescriptions", token_format AS "tokenFormat",
      access_token_ttl AS "accessTokenTTL", access_token_signing_alg AS "accessTokenSigningAlg", token_profile AS "tokenProfile", userinfo_access AS "userInfoAccess", mcp_server AS "mcpServer",
      ${namedClaims('resources', 'resources.project_id')} AS "declaredClaims",
      trailing_slash_significant AS "trailingSlashSignificant", namespace, created_at AS "createdAt"
    FROM resources WHERE project_id = ${projectId} AND ${where} ORDER BY identifier`)

export const readResources = (
  executor: Executor,
  projectId: string,
  ids?: readonly string[],
): Promise<ResourceRecord[]> => readWhere(executor, projectId, ids ? sql`id = ANY(${ids})` : sql`true`)

export const resourceListing = (
  projectId: string,
  { identifier }: { readonly identifier?: string | undefined },
): Listing<Operations['resource_list']> => ({
  exact: identifier === undefined ? undefined : sql`r.identifier_key = ANY(${resourceKeys(identifier)})`,
  from: sql`resources r`,
  id: sql`r.id`,
  where: sql`r.project_id = ${projectId}`,
  texts: [sql`r.name`, sql`r.identifier`],
  orders: {
    identifier: { by: sql`r.identifier` },
    name: { by: sql`lower(r.name)` },
    createdAt: { by: sql`r.created_at`, isTime: true },
  },
})

/** Matches like a token request: a trailing slash matters only when the declaration has it. */
export async function findResource(
  executor: Executor,
  projectId: string,
  identifier: string,
): Promise<ResourceRecord> {
  const keys = resourceKeys(identifier)
  const rows = await readWhere(executor, projectId, sql`identifier_key = ANY(${keys})`)
  return rows.find((row) => row.identifier === identifier) ?? rows[0] ?? refuse('not_found')
}

export async function lockResource(tx: Executor, projectId: string, id: string): Promise<void> {
  const rows = await tx.rows<object>(
    sql`SELECT 1 FROM resources WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`,
  )
  if (rows.length === 0) refuse('not_found')
}

export const toResource = ({ id: _id, ...row }: ResourceRecord): ProtectedResource => ({
  ...row,
  namespace: row.namespace === 'root' ? 'root' : 'project',
  accessTokenTTL: row.accessTokenTTL ?? limits.accessTokenSeconds[`${row.tokenFormat}Default`],
  createdAt: row.createdAt.toISOString(),
})

/** Identifiers are unique in a namespace. Projects at the root share one. */
export const namespaceOf = (project: ProjectRow): string =>
  project.addressForm === 'root' ? 'root' : project.id

/** Several projects share the namespace at the root: only super administrators change it. */
export function refuseRootNamespace(caller: Administrator, project: ProjectRow): void {
  if (project.addressForm === 'root' && !caller.superAdministrator) refuse('root_namespace')
}
