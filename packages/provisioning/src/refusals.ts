import { normalizeKey } from '@signet/accounts'
import { limits, type ProvisioningProblem } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { newTypeId } from '@signet/runtime'
import type { ConnectionRef } from './connections.ts'
import { digestOf, subjectOf } from './requests.ts'

export interface SubjectNames {
  readonly userName?: string
  readonly displayName?: string
  readonly externalId?: string
  readonly addresses: readonly string[]
}

export interface ChangeOutcome {
  readonly kind: 'user' | 'group'
  readonly at: Date
  readonly method: string
  readonly status: number
  readonly targetId: string | null
  readonly names: SubjectNames
  /** Null when the request succeeded. */
  readonly problem: ProvisioningProblem | null
  readonly attribute: string | null
}

type Refused = ChangeOutcome & { readonly problem: ProvisioningProblem }

interface Refusal {
  readonly outcome: Refused
  readonly key: string
  readonly alternateKey: string | null
  readonly attempts: number
}

/**
 * Stores the last refusal of each user and group, and deletes it after a success. A removal of an unknown user or group is no refusal,
 * because the requested state exists.
 */
export async function recordOutcomes(
  tx: Executor,
  at: ConnectionRef,
  outcomes: readonly ChangeOutcome[],
): Promise<void> {
  const named = await withStoredNames(tx, at, outcomes)
  const { succeeded, refused } = lastOutcomes(at, named)
  await deleteRefusals(tx, at, succeeded)
  if (refused.length === 0) return
  await storeRefusals(tx, at, refused)
  await deleteOldest(tx, at)
}

/** A PATCH contains only the changed names of existing users and groups. */
async function withStoredNames(
  tx: Executor,
  { projectId, connectionId }: ConnectionRef,
  outcomes: readonly ChangeOutcome[],
): Promise<ChangeOutcome[]> {
  const ids = outcomes.flatMap(({ targetId }) => targetId ?? [])
  const of = sql`o.project_id = ${projectId} AND o.connection_id = ${connectionId} AND o.id = ANY(${ids})`
  const rows = await tx.rows<{
    id: string
    userName: string | null
    displayName: string | null
    externalId: string | null
    email: string | null
  }>(sql`
    SELECT o.id, COALESCE(o.username, o.email) AS "userName", NULL AS "displayName", o.external_id AS "externalId", o.email
    FROM accounts o WHERE ${of}
    UNION ALL
    SELECT o.id, NULL, o.display_name, o.external_id, NULL FROM groups o WHERE ${of}`)
  const stored = new Map(rows.map((row) => [row.id, row]))
  return outcomes.map((outcome) => {
    const row = stored.get(outcome.targetId ?? '')
    if (!row) return outcome
    const { names } = outcome
    return {
      ...outcome,
      names: {
        ...(row.userName === null ? {} : { userName: row.userName }),
        ...(row.displayName === null ? {} : { displayName: row.displayName }),
        ...(row.externalId === null ? {} : { externalId: row.externalId }),
        ...names,
        addresses: [...names.addresses, ...(row.email === null ? [] : [row.email])],
      },
    }
  })
}

/** Keys that succeeded, and refusals that no later success follows. */
function lastOutcomes(at: ConnectionRef, outcomes: readonly ChangeOutcome[]) {
  const succeeded = new Set<string>()
  const refused = new Map<string, Refusal>()
  for (const outcome of outcomes) {
    const keys = keysOf(at, outcome)
    const [key] = keys
    if (!isRefused(outcome)) {
      for (const one of keys) succeeded.add(one)
      for (const [other, { alternateKey }] of refused)
        if (keys.includes(other) || (alternateKey !== null && keys.includes(alternateKey)))
          refused.delete(other)
    } else if (key !== undefined && !isAbsent(outcome)) {
      const alternateKey = alternateKeyOf(at, outcome)
      refused.set(key, { outcome, key, alternateKey, attempts: (refused.get(key)?.attempts ?? 0) + 1 })
    }
  }
  return { succeeded: [...succeeded], refused: [...refused.values()] }
}

const isRefused = (outcome: ChangeOutcome): outcome is Refused => outcome.problem !== null

const isAbsent = ({ method, status }: ChangeOutcome): boolean => method === 'DELETE' && status === 404

/**
 * A success under another name is recognised by this key. An external id that is taken is no such key: the success may be of the other
 * user.
 */
function alternateKeyOf(at: ConnectionRef, outcome: Refused): string | null {
  const { targetId, names, problem } = outcome
  if (targetId !== null) return keyOf(at, outcome, 'id', targetId)
  if (problem === 'uniqueness' || names.externalId === undefined) return null
  return keyOf(at, outcome, 'externalId', names.externalId)
}

const keyOf = (
  { connectionId }: ConnectionRef,
  { kind }: ChangeOutcome,
  field: string,
  value: string,
): string => digestOf(`${connectionId} ${kind} ${field} ${normalizeKey(value)}`)

/** Digests that identify a user or group, the strongest first. An address identifies only without another name. */
function keysOf(at: ConnectionRef, outcome: ChangeOutcome): string[] {
  const { kind, targetId, names } = outcome
  const { externalId } = names
  const name = kind === 'user' ? names.userName : names.displayName
  const candidates: readonly (readonly [string, string | undefined])[] = [
    ['name', name],
    ['externalId', externalId],
    ['id', targetId ?? undefined],
    ['address', name === undefined && externalId === undefined ? names.addresses[0] : undefined],
  ]
  return candidates.flatMap(([field, value]) =>
    value === undefined ? [] : [keyOf(at, outcome, field, value)],
  )
}

const deleteRefusals = (
  tx: Executor,
  { projectId, connectionId }: ConnectionRef,
  keys: readonly string[],
): Promise<number> =>
  tx.run(sql`
    DELETE FROM provisioning_refusals WHERE project_id = ${projectId} AND connection_id = ${connectionId}
      AND (key = ANY(${[...keys]}) OR alternate_key = ANY(${[...keys]}))`)

const labelOf = ({ userName, displayName, externalId, addresses }: SubjectNames): string | null =>
  userName ?? displayName ?? externalId ?? addresses[0] ?? null

function subjectsOf(at: ConnectionRef, { names, targetId }: ChangeOutcome): string[] {
  const { userName, displayName, externalId, addresses } = names
  const texts = [userName, displayName, externalId, ...addresses, targetId ?? undefined]
  return [...new Set(texts.filter((text) => text !== undefined).map((text) => subjectOf(at, text)))]
}

/** Row `o` of connection `c` changed after refusal `r`. */
const changed = sql`o.project_id = c.project_id AND o.connection_id = c.id AND o.version_at > r.at`

/** Skips users and groups that changed after the refusal: another replica may have written the success before. */
async function storeRefusals(tx: Executor, at: ConnectionRef, refusals: readonly Refusal[]): Promise<void> {
  const rows = refusals.map(({ outcome, key, alternateKey, attempts }) => {
    const { kind, names, method, status, problem, attribute, targetId } = outcome
    const name = kind === 'user' ? names.userName : names.displayName
    return {
      ...{ kind, method, status, problem, attribute, targetId, key, alternateKey, attempts, at: outcome.at },
      id: newTypeId('prf'),
      subjects: subjectsOf(at, outcome),
      name: labelOf(names),
      nameKey: name === undefined ? null : normalizeKey(name),
    }
  })
  await tx.run(sql`
    INSERT INTO provisioning_refusals AS f (project_id, connection_id, id, kind, key, alternate_key, subjects, name, method,
      status, problem, attribute, target_id, attempts, first_at, last_at, expires_at)
    SELECT c.project_id, c.id, r.id, r.kind, r.key, r."alternateKey", r.subjects, r.name, r.method, r.status, r.problem, r.attribute,
      r."targetId", r.attempts, r.at, r.at, r.at + make_interval(days => ${limits.provisioningRefusals.days}::int)
    FROM provisioning_connections c, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id text, kind text, key text,
      "alternateKey" text, subjects text[], name text, "nameKey" text, method text, status int, problem text, attribute text,
      "targetId" text, attempts int, at timestamptz)
    WHERE c.project_id = ${at.projectId} AND c.id = ${at.connectionId}
      AND NOT EXISTS (SELECT 1 FROM accounts o WHERE r.kind = 'user' AND ${changed} AND o.id = r."targetId")
      AND NOT EXISTS (SELECT 1 FROM accounts o WHERE r.kind = 'user' AND ${changed} AND o.username_key = r."nameKey")
      AND NOT EXISTS (SELECT 1 FROM groups o WHERE r.kind = 'group' AND ${changed} AND o.id = r."targetId")
      AND NOT EXISTS (SELECT 1 FROM groups o WHERE r.kind = 'group' AND ${changed} AND o.display_name_key = r."nameKey")
    ORDER BY r.key
    ON CONFLICT (project_id, connection_id, key) DO UPDATE SET alternate_key = EXCLUDED.alternate_key,
      subjects = EXCLUDED.subjects, name = EXCLUDED.name, method = EXCLUDED.method, status = EXCLUDED.status,
      problem = EXCLUDED.problem, attribute = EXCLUDED.attribute, target_id = EXCLUDED.target_id,
      attempts = f.attempts + EXCLUDED.attempts, last_at = EXCLUDED.last_at, expires_at = EXCLUDED.expires_at
    WHERE f.last_at <= EXCLUDED.last_at`)
}

/** Compares with one row, so that statistics do not decide about the plan. */
const deleteOldest = (tx: Executor, { projectId, connectionId }: ConnectionRef): Promise<number> =>
  tx.run(sql`
    DELETE FROM provisioning_refusals WHERE project_id = ${projectId} AND connection_id = ${connectionId} AND (last_at, id) <= (
      SELECT last_at, id FROM provisioning_refusals WHERE project_id = ${projectId} AND connection_id = ${connectionId}
      ORDER BY last_at DESC, id DESC OFFSET ${limits.provisioningRefusals.rows}::int LIMIT 1)`)
