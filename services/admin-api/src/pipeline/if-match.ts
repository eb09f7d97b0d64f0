import { createHash } from 'node:crypto'
import { ifMatchHeader, type Operation, objectReadOf, placementOf } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { joinTransaction } from '@signet/db/prisma'
import { refuse } from '@signet/runtime'
import type { AnyContext, AnyRead, Input, Tx, TxWithPrisma } from '../implement.ts'
import { loadProject } from '../projects/row.ts'
import type { Change } from './call.ts'

/**
 * Fields that change without a change of the object: `notInForce` of a setting depends on the start of the process that answers, and
 * the last use or rejection of a credential on its application, agent or service account.
 */
const volatileFields: ReadonlySet<string> = new Set([
  'notInForce',
  'previousSecretUsedAt',
  'lastUsedAt',
  'refusedCalls',
  'lastRefusedAt',
  'failedExchanges',
  'lastFailure',
  'lastFailureAt',
])
const hasVolatileField = new RegExp([...volatileFields].map((name) => `"${name}":`).join('|'))

/**
 * Every replica returns the same ETag for the same object, as this caller may read it, because a change may reach another replica than
 * its read.
 */
export const etagOf = (body: unknown): string => {
  const whole = JSON.stringify(body)
  // A replacer is called for each member, so it serves only for the few bodies with such a field.
  const text = hasVolatileField.test(whole)
    ? JSON.stringify(body, (name, value: unknown) => (volatileFields.has(name) ? undefined : value))
    : whole
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}

/** Strong comparison (RFC 9110 section 8.8.3.2): a weak ETag matches no object. */
const isMatched = (header: string, etag: string): boolean =>
  header.split(',').some((one) => one.trim() === '*' || one.trim() === etag)

/** The rows of a path, locked before the object is compared. */
const rows: Readonly<Record<string, (input: Input) => Sql>> = {
  '/projects/:projectId': ({ projectId }) => sql`projects WHERE id = ${String(projectId)}`,
  '/projects/:projectId/account-deletion': ({ projectId }) => sql`projects WHERE id = ${String(projectId)}`,
  '/projects/:projectId/client-registration': ({ projectId }) =>
    sql`projects WHERE id = ${String(projectId)}`,
  '/projects/:projectId/clients/:clientId': ofProject(sql`clients`, 'clientId'),
  '/projects/:projectId/federation/:providerId': ofProject(sql`identity_providers`, 'providerId'),
  '/projects/:projectId/groups/:groupId': ofProject(sql`groups`, 'groupId'),
  '/projects/:projectId/provisioning-connections/:connectionId': ofProject(
    sql`provisioning_connections`,
    'connectionId',
  ),
  // The path has the identifier of an API in one of several spellings; each change of an API locks its project.
  '/projects/:projectId/resources/:resourceId': ({ projectId }) =>
    sql`projects WHERE id = ${String(projectId)}`,
  '/projects/:projectId/logo': ({ projectId }) => sql`projects WHERE id = ${String(projectId)}`,
  // A mail with its default texts has no row; each change of its texts locks the project.
  '/projects/:projectId/mail-texts/:kind/:language': ({ projectId }) =>
    sql`projects WHERE id = ${String(projectId)}`,
  '/projects/:projectId/migration-hook': ({ projectId }) => sql`projects WHERE id = ${String(projectId)}`,
  '/projects/:projectId/move': ({ projectId }) => sql`projects WHERE id = ${String(projectId)}`,
  '/projects/:projectId/users/:userId': ofProject(sql`accounts`, 'userId'),
  '/admins/:adminId': ({ adminId }) => sql`accounts
    WHERE project_id = (SELECT administrators_project_id FROM instance) AND id = ${String(adminId)}`,
  '/plans/:planId': ({ planId }) => sql`plans WHERE id = ${String(planId)}`,
  '/mcp/clients/:entryId': ({ entryId }) => sql`agent_clients WHERE id = ${String(entryId)}`,
  '/teams/:teamId/service-accounts/:serviceAccountId': ({ serviceAccountId }) =>
    sql`service_accounts WHERE id = ${String(serviceAccountId)}`,
  '/teams/:teamId': ({ teamId }) => sql`teams WHERE id = ${String(teamId)}`,
  '/mcp/approval-webhook': () => sql`instance`,
  '/settings': () => sql`instance`,
  '/settings/errorreport': () => sql`instance`,
  '/settings/smtp': () => sql`instance`,
}

function ofProject(table: Sql, id: string): (input: Input) => Sql {
  return (input) => sql`${table} WHERE project_id = ${String(input.projectId)} AND id = ${String(input[id])}`
}

/** Ignoring If-Match at an operation that cannot compare it would make an unconditional change. */
export function checkIfMatch({ operation, request }: Pick<Change, 'operation' | 'request'>): void {
  if (request.headers[ifMatchHeader] !== undefined && !rowOf(operation))
    refuse('invalid_request', { detail: 'This operation does not accept If-Match.' })
}

function rowOf(operation: Operation): ((input: Input) => Sql) | undefined {
  const read = objectReadOf(operation)
  return read ? rows[placementOf(read).path] : undefined
}

/** Rejects before an approval is requested and an audit entry is written. `requireMatch` repeats the check under the lock. */
export async function checkPresent(change: Change): Promise<void> {
  const header = change.request.headers[ifMatchHeader]
  const read = objectReadOf(change.operation)
  if (header !== undefined && read) compare(header, read.answer.parse(await readObject(change, read)))
}

function compare(header: string | readonly string[], current: unknown): void {
  const etag = etagOf(current)
  if (!isMatched(String(header), etag)) refuse('precondition_failed', { members: { current, etag } })
}

/** Locks the row first, so that no other change comes between the comparison and the change. */
export async function requireMatch(change: Change, tx: Tx): Promise<void> {
  const header = change.request.headers[ifMatchHeader]
  if (header === undefined) return
  const read = objectReadOf(change.operation)
  const row = rowOf(change.operation)
  if (!read || !row) return checkIfMatch(change)
  const locked = await tx.sql.rows(sql`SELECT 1 FROM ${row(change.input)} FOR NO KEY UPDATE`)
  if (locked.length === 0) refuse('not_found')
  const project = change.context.project && (await loadProject(tx.sql, change.context.project.id))
  const deps = { ...change.context.deps, ...joined(tx) }
  // The copy of the settings makes the read check again whether labels are used.
  const settings = { ...change.context.settings }
  const context: AnyContext = { ...change.context, project, deps, settings }
  compare(header, read.answer.parse(await readObject({ ...change, context }, read)))
}

function readObject({ context, input, handlers }: Change, read: Operation): Promise<unknown> {
  const handler = handlers[read.tool] as AnyRead
  return handler.read(
    context,
    Object.fromEntries(placementOf(read).params.map((name) => [name, input[name]])),
  )
}

/** Returns the connections of a read as parts of the transaction. */
function joined(tx: Tx): Partial<Pick<AnyContext['deps'], 'database' | 'keyLookupPool' | 'prisma'>> {
  if ('prisma' in tx) {
    const { database, prisma } = joinTransaction((tx as TxWithPrisma).prisma)
    return { database, keyLookupPool: database, prisma: () => prisma }
  }
  const executor: Executor = { rows: tx.sql.rows.bind(tx.sql), run: tx.sql.run.bind(tx.sql) }
  return {
    database: { ...executor, transaction: (work) => work(executor) },
    keyLookupPool: executor,
  }
}
