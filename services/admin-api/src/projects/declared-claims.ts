import { checkDeclaredClaims, normalizeKey } from '@signet/accounts'
import type { ClaimOwner, DeclaredClaim, StoredClaim } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import type { Prisma } from '@signet/db/prisma'
import { refuseValue } from '@signet/runtime'
import { givenFields } from '../implement.ts'
import { namedClaims } from './named-claims.ts'

interface ClientRow {
  readonly id: string
  readonly declaredClaims: Prisma.JsonValue
}

const namesGroup = ({ declaredClaims }: ClientRow): boolean =>
  (declaredClaims as unknown as readonly StoredClaim[]).some(
    ({ condition }) => condition?.groupId !== undefined,
  )

/** Sends no statement without names of groups. */
export async function withGroupNames<Row extends ClientRow>(
  executor: Executor,
  projectId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.filter(namesGroup).map(({ id }) => id)
  if (ids.length === 0) return [...rows]
  const named = await executor.rows<{ id: string; claims: Prisma.JsonValue }>(sql`
    SELECT c.id, ${namedClaims('c', 'c.project_id')} AS claims FROM clients c
    WHERE c.project_id = ${projectId} AND c.id = ANY(${ids})`)
  const byId = new Map(named.map(({ id, claims }) => [id, claims]))
  return rows.map((row) => ({ ...row, declaredClaims: byId.get(row.id) ?? row.declaredClaims }))
}

interface Declaration {
  readonly owner: ClaimOwner
  readonly project: { readonly id: string; readonly reserved: string | null }
  readonly list: readonly DeclaredClaim[] | undefined
}

export async function claimColumn(
  tx: Executor,
  { owner, project, list }: Declaration,
): Promise<{ declaredClaims?: Prisma.InputJsonValue }> {
  if (list === undefined) return {}
  checkDeclaredClaims(owner, list, project)
  const ids = await readGroupIds(tx, project.id, list)
  const stored = list.map(({ condition, ...entry }, index): StoredClaim => {
    if (!condition) return givenFields(entry) as StoredClaim
    const { scope, group } = condition
    const groupId = group ? ids.get(normalizeKey(group)) : undefined
    if (group && groupId === undefined)
      refuseValue(`declaredClaims.${index}.condition.group`, 'is no group of the project')
    return { ...(givenFields(entry) as StoredClaim), condition: givenFields({ scope, groupId }) }
  })
  return { declaredClaims: stored as unknown as Prisma.InputJsonValue }
}

async function readGroupIds(
  tx: Executor,
  projectId: string,
  list: readonly DeclaredClaim[],
): Promise<ReadonlyMap<string, string>> {
  const keys = list.flatMap(({ condition }) => (condition?.group ? [normalizeKey(condition.group)] : []))
  if (keys.length === 0) return new Map()
  const groups = await tx.rows<{ id: string; key: string }>(sql`
    SELECT id, display_name_key AS key FROM groups WHERE project_id = ${projectId} AND display_name_key = ANY(${keys})`)
  return new Map(groups.map(({ id, key }) => [key, id]))
}
