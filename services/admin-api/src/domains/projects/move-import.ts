import {
  type AnswerOf,
  ImportedUser,
  type ImportResult,
  type Operations,
  operations,
} from '@signet/contracts'
import { sql } from '@signet/db'
import { recordAudit } from '@signet/events'
import { readAcceptedHosts } from '@signet/federation'
import { Refusal, refuse } from '@signet/runtime'
import { toRecord } from '../../audit-record.ts'
import { type Context, implementWithPrisma, type TxWithPrisma } from '../../implement.ts'
import { type MovedClient, openPart } from '../../project-moves/archive.ts'
import { createdOf, storeLabels } from '../../project-moves/moved-labels.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { type ImportedClient, prepareImported, refuseTaken, storeImported } from '../clients/import.ts'
import { project_user_import } from '../users/import.ts'
import { findMoving, readMoveIdentity } from './move.ts'

type MoveContext = Context<typeof operations.project_move_import>
type Within = Context<typeof operations.project_user_import>
type Result = AnswerOf<Operations['project_move_import']>

/** A busy machine needs this time for the most users of one part. */
const timeout = 60_000

/**
 * Makes the changes of `client_import` and `project_user_import`, so an archive does nothing that its caller could not do by these.
 */
export const project_move_import = {
  ...implementWithPrisma(operations.project_move_import, {
    async prepare(context, { projectId, sealedPart, checkOnly = false }) {
      const { deps } = context
      const project = await findMoving(deps, projectId)
      if (project.reserved) refuse('forbidden', { detail: 'Administrators are not imported.' })
      const identity = await readMoveIdentity(deps.database, deps.vault, projectId)
      const { applications, users: lines, labels = [], part, last } = await openPart(identity, sealedPart)
      const within: Within = { ...context, project }
      const clients = await prepareClients(within, applications)
      const hosts = await readAcceptedHosts(deps.database, projectId)
      const read = lines.map((user) => readUser(user, hosts))
      const valid = read.flatMap(({ user }) => (user ? [user] : []))
      const input = { projectId, users: valid, checkOnly }
      const users = valid.length === 0 ? null : await project_user_import.prepare(within, input)
      const created = clients.filter((client) => client.imported !== null).map(({ clientId }) => clientId)
      return {
        ...{ within, clients, read, input, users, labels, part, last },
        target: {
          id: projectId,
          projectId,
          scope: project.teamId,
          detail: { part, applications: created, users: users?.shows.created ?? 0 },
        },
        shows: { applications: created, ...users?.shows },
        unchanged: checkOnly || (created.length === 0 && (users?.unchanged ?? true)),
      }
    },

    async lock(tx, { caller }, _input, { within, clients, input, users }) {
      for (const { clientId, imported } of clients)
        if (imported) await refuseTaken(tx.sql, within.project.id, clientId)
      if (users) await project_user_import.lock?.(tx, { ...within, caller }, input, users)
    },

    async apply(tx, context, _input, { within, clients, read, input, users, labels, part, last }) {
      const applications: Result['applications'] = []
      for (const { clientId, imported } of clients) {
        if (imported) await createClient(tx, context, within.project, clientId, imported)
        applications.push({ clientId, result: imported ? 'created' : 'skipped' })
      }
      if (users) {
        const entries = users.targets.map((target) =>
          toRecord(operations.project_user_import, context.caller, within.project, target),
        )
        if (entries.length > 0) await recordAudit(tx.sql, ...entries)
      }
      const imported = users
        ? (await project_user_import.apply(tx, within, input, users, undefined)).results
        : []
      await storeLabels(tx.sql, within.project.id, createdOf(applications, input.users, imported), labels)
      return { part, last, applications, users: inOrder(read, imported) }
    },
  }),
  transactionOptions: { timeout },
}

interface PlannedClient {
  readonly clientId: string
  /** Null for an application that the project has already. */
  readonly imported: ImportedClient | null
}

/** An application of the project keeps its present values. */
async function prepareClients(within: Within, clients: readonly MovedClient[]): Promise<PlannedClient[]> {
  const { deps, project } = within
  const ids = clients.map(({ clientId }) => clientId)
  const rows = await deps.database.rows<{ id: string }>(
    sql`SELECT id FROM clients WHERE project_id = ${project.id} AND id = ANY(${ids})`,
  )
  const existing = new Set(rows.map(({ id }) => id))
  const planned: PlannedClient[] = []
  for (const { secretDigest, ...client } of clients) {
    const { clientId } = client
    const imported = existing.has(clientId)
      ? null
      : await prepareImported(within, { projectId: project.id, ...client }, secretDigest).catch((error) =>
          refuseAt(clientId, error),
        )
    planned.push({ clientId, imported })
  }
  return planned
}

function refuseAt(clientId: string, error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new Refusal(error.code, { ...error.members, detail: `Application ${clientId}: ${error.message}` })
}

async function createClient(
  tx: TxWithPrisma,
  { caller }: MoveContext,
  project: ProjectRow,
  clientId: string,
  imported: ImportedClient,
): Promise<void> {
  const target = { id: clientId, detail: imported.detail }
  await recordAudit(tx.sql, toRecord(operations.client_import, caller, project, target))
  await storeImported(tx, { project }, imported)
}

interface ReadUser {
  readonly user: ImportedUser | null
  /** Result of a user who is not imported. */
  readonly refused: ImportResult | null
  /** Data of the user that the project cannot have. */
  readonly leftOut: string | null
}

/**
 * An account without an address is refused as by an import of its file. Browsers never offer passkeys of another host at the hosts of
 * this project, so they are left out.
 */
function readUser(value: unknown, hosts: readonly string[]): ReadUser {
  const { data, error } = ImportedUser.safeParse(value)
  if (data) {
    const { passkeys = [], ...user } = data
    const kept = passkeys.filter(({ rpId }) => hosts.includes(rpId))
    const left = passkeys.length - kept.length
    return {
      user: kept.length > 0 ? { ...user, passkeys: kept } : user,
      refused: null,
      leftOut: left > 0 ? `passkeys of another host that are left out: ${left}` : null,
    }
  }
  const [issue] = error.issues
  const { email, subject } = Object(value) as { email?: unknown; subject?: unknown }
  const reason = `${issue?.path.join('/')}: ${issue?.message}`
  const refused = { email: String(email || subject || ''), result: 'refused', userId: null, reason } as const
  return { user: null, refused, leftOut: null }
}

/** Merges the results in the order of the part. */
function inOrder(read: readonly ReadUser[], imported: readonly ImportResult[]): ImportResult[] {
  const rest = imported.values()
  return read.flatMap(({ refused, leftOut }): ImportResult[] => {
    if (refused) return [refused]
    const { done, value } = rest.next()
    if (done) return []
    const reasons = [value.reason, value.result === 'created' ? leftOut : null].filter((one) => one !== null)
    return [{ ...value, reason: reasons.length > 0 ? reasons.join('; ') : null }]
  })
}
