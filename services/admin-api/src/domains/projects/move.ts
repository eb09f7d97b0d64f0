import { isDeepStrictEqual } from 'node:util'
import { checkKeySet } from '@signet/clients'
import { type AnswerOf, type InputOf, limits, type Operations, operations } from '@signet/contracts'
import { type Executor, sql, type Transactor } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import { refuse, refuseValue } from '@signet/runtime'
import type { Vault } from '@signet/secrets'
import { endProject } from '@signet/sessions'
import { bumpProject, issuerOf, loadKeys } from '@signet/tenancy'
import type { HandlerDeps } from '../../deps.ts'
import { implement, implementRead } from '../../implement.ts'
import { loadProject, type ProjectRow } from '../../projects/row.ts'

type Move = AnswerOf<Operations['project_move_get']>
type Key = Readonly<Record<string, unknown>>

interface Row {
  readonly issuer: string
  readonly keys: readonly Key[]
  readonly keysUntil: Date
  readonly recipient: string
  readonly finishedAt: Date | null
}

/** Default for the publication of the other issuer's keys. */
const defaultDays = 30
const dayMs = 86_400_000

async function readRow(executor: Executor, projectId: string): Promise<Row | undefined> {
  const [row] = await executor.rows<Row>(sql`
    SELECT issuer, keys, keys_until AS "keysUntil", recipient, finished_at AS "finishedAt"
    FROM project_moves WHERE project_id = ${projectId}`)
  return row
}

const stateOf = (row: Row | undefined): Omit<Move, 'own'> => ({
  issuer: row?.issuer ?? null,
  kids: row?.keys.map(({ kid }) => String(kid)) ?? [],
  keysUntil: row?.keysUntil.toISOString() ?? null,
  recipient: row?.recipient ?? null,
  finishedAt: row?.finishedAt?.toISOString() ?? null,
})

/** State for an audit entry and a confirmation. */
function shownOf(row: Row | undefined): Omit<Move, 'own' | 'recipient'> {
  const { recipient: _recipient, ...shown } = stateOf(row)
  return shown
}

/** Projects at the root address share their keys, so none of them publishes others. */
export async function findMoving(deps: HandlerDeps, projectId: string): Promise<ProjectRow> {
  const project = (await loadProject(deps.database, projectId)) ?? refuse('not_found')
  if (project.addressForm === 'root') refuse('instance_keys')
  if (project.deletionScheduledAt) refuse('project_scheduled_for_deletion')
  return project
}

/** The key pair reads the archive for a project. */
export async function readMoveIdentity(executor: Executor, vault: Vault, projectId: string): Promise<string> {
  const [row] = await executor.rows<{ sealed: string }>(sql`
    SELECT identity_sealed AS sealed FROM project_moves WHERE project_id = ${projectId} AND keys_until > now()`)
  return row
    ? vault.open(row.sealed, sealedPlace('moveIdentity', projectId))
    : refuseValue('projectId', 'has no move in progress')
}

async function readMove(
  executor: Executor,
  { config }: Pick<HandlerDeps, 'config'>,
  projectId: string,
): Promise<Move> {
  const project = (await loadProject(executor, projectId)) ?? refuse('not_found')
  const keys = await loadKeys(executor, project)
  const own = {
    issuer: issuerOf(project, config.SIGNET_BASE_URL),
    sharesKeys: project.addressForm === 'root',
    keys: keys.map(({ kid, algorithm, publicJwk }) => ({ ...publicJwk, kid, alg: algorithm })),
  }
  return { own, ...stateOf(await readRow(executor, projectId)) }
}

export const project_move_get = implementRead(operations.project_move_get, ({ deps }, { projectId }) =>
  readMove(deps.database, deps, projectId),
)

/** The published keys of the other issuer verify tokens of its time only, so this instance never accepts them itself. */
export const project_move_set = implement(operations.project_move_set, {
  async prepare({ deps }, input) {
    const project = await findMoving(deps, input.projectId)
    const before = await readRow(deps.database, project.id)
    const after = input.issuer === null ? undefined : planMove(before, input.issuer, input)
    const identity = after && !before ? await makeIdentity() : null
    return {
      after,
      identity,
      wasFinished: before?.finishedAt != null,
      unchanged: isDeepStrictEqual(before, after),
      target: {
        id: project.id,
        projectId: project.id,
        scope: project.teamId,
        detail: { move: { from: shownOf(before), to: shownOf(after) } },
      },
      shows: { name: project.name, move: shownOf(before) },
    }
  },

  async apply({ sql: tx }, { deps }, { projectId }, { after, identity, wasFinished }) {
    // Locks the project, so that concurrent changes are serialized.
    await bumpProject(tx, projectId)
    if (after) await storeMove(tx, deps.vault, projectId, after, identity)
    else await tx.run(sql`DELETE FROM project_moves WHERE project_id = ${projectId}`)
    if (after?.finishedAt && !wasFinished) await endProject(tx, projectId)
    return readMove(tx, deps, projectId)
  },
})

type MoveInput = InputOf<Operations['project_move_set']>

/** Keeps fields that the input does not have. */
function planMove(before: Row | undefined, issuer: string, { keys, keysUntil, finished }: MoveInput): Row {
  if (keys === undefined && before === undefined)
    refuseValue('keys', 'is needed: the move has no keys of the other issuer')
  const until = keysUntil === undefined ? before?.keysUntil : new Date(keysUntil)
  const latest = Date.now() + limits.moveDays * dayMs
  if (keysUntil !== undefined && until && (until.getTime() <= Date.now() || until.getTime() > latest))
    refuseValue('keysUntil', `must be in the next ${limits.moveDays} days`)
  return {
    issuer,
    keys: keys === undefined ? (before?.keys ?? []) : publicKeys(keys),
    keysUntil: until ?? new Date(Date.now() + defaultDays * dayMs),
    recipient: before?.recipient ?? '',
    finishedAt:
      finished === undefined
        ? (before?.finishedAt ?? null)
        : finished
          ? (before?.finishedAt ?? new Date())
          : null,
  }
}

/** Other members, such as certificates, are not published for another issuer. */
const keyMembers = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg']

function publicKeys(set: { readonly keys: readonly Key[] }): Key[] {
  checkKeySet('keys', set)
  return set.keys.map((key, index) => {
    if (typeof key.kid !== 'string' || key.kid.length === 0 || key.kid.length > 200)
      refuseValue(`keys.keys.${index}.kid`, 'is needed, so that a token names its key')
    return Object.fromEntries(
      keyMembers.flatMap((name) => (key[name] === undefined ? [] : [[name, key[name]]])),
    )
  })
}

interface Identity {
  readonly identity: string
  readonly recipient: string
}

async function makeIdentity(): Promise<Identity> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

async function storeMove(
  tx: Executor,
  vault: Vault,
  projectId: string,
  { issuer, keys, keysUntil, finishedAt }: Row,
  made: Identity | null,
): Promise<void> {
  const values = sql`issuer = ${issuer}, keys = ${JSON.stringify(keys)}::jsonb, keys_until = ${keysUntil}, finished_at = ${finishedAt}`
  const updated = await tx.run(sql`UPDATE project_moves SET ${values} WHERE project_id = ${projectId}`)
  if (updated > 0) return
  // Another call ended the move after this one had read it.
  if (!made) refuse('not_found')
  const sealed = vault.seal(made.identity, sealedPlace('moveIdentity', projectId))
  await tx.run(sql`
    INSERT INTO project_moves (project_id, issuer, keys, keys_until, finished_at, identity_sealed, recipient)
    VALUES (${projectId}, ${issuer}, ${JSON.stringify(keys)}::jsonb, ${keysUntil}, ${finishedAt}, ${sealed}, ${made.recipient})`)
}

/** Removes keys of other issuers whose time has ended. */
export async function endLapsedMoves(database: Transactor): Promise<void> {
  await database.transaction(async (tx) => {
    const lapsed = await tx.rows<{ projectId: string }>(sql`
      SELECT project_id AS "projectId" FROM project_moves
      WHERE keys_until <= now() AND keys <> '[]'::jsonb ORDER BY project_id FOR UPDATE SKIP LOCKED`)
    for (const { projectId } of lapsed) {
      await tx.run(sql`UPDATE project_moves SET keys = '[]'::jsonb WHERE project_id = ${projectId}`)
      await bumpProject(tx, projectId)
    }
  })
}
