import type { Sql } from '@signet/db'
import { modelTables } from './models.ts'
import { sessionChanges, sessionRenewalRow } from './renewals.ts'
import { basisRow } from './sign-in-basis.ts'
import type { Write } from './writes.ts'

/** What one request writes. */
export interface Flush {
  readonly projectId: string
  readonly writes: readonly Write[]
  readonly inserts: readonly Sql[]
  /** Each an `INSERT … SELECT` without a condition: written only when what the request redeems or decides is. */
  readonly effects: readonly Sql[]
}

/** Writes of one kind to one model: a part of the statement. */
export interface Part {
  readonly name: string
  readonly do: Write['do']
  readonly model: Write['model']
  /** How many of them each request has. */
  readonly count: number
}

export function partsOf(writes: readonly Write[]): Part[] {
  const counts = new Map<string, Part>()
  for (const { do: kind, model } of writes) {
    const name = `${kind} ${model}`
    counts.set(name, { name, do: kind, model, count: (counts.get(name)?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}

/**
 * One order for all, so that the same writes make the same text, and requests that end the same grant wait for each
 * other instead of locking each other out: PostgreSQL runs the changes last to first, so a grant goes before its tokens.
 */
const placeOf = (part: Part): string => `${stageOf(part)} ${part.model} ${part.do}`

/** Who ends what an account holds locks its sessions before its grants, and so does a request that goes on with both. */
function stageOf(part: Part): number {
  if (gates(part)) return part.model === 'Session' ? 0 : 1
  return part.model === 'Grant' ? 3 : 2
}

/** Rows of each part, with the number of their request as `n`. */
export function given(batch: readonly Flush[]): string {
  const rows: Record<string, object[]> = {}
  for (const [n, { projectId, writes }] of batch.entries())
    for (const write of writes) {
      const name = `${write.do} ${write.model}`
      rows[name] ??= []
      rows[name].push(rowOf(n, projectId, write))
    }
  return JSON.stringify(rows)
}

function rowOf(n: number, p: string, write: Write): object {
  switch (write.do) {
    case 'revoke':
      return { n, p, g: write.grantId }
    case 'upsert':
      return storedRow(n, p, write)
    case 'renew':
      return {
        ...storedRow(n, p, write),
        ...(write.model === 'Session' ? sessionRenewalRow(sessionChanges(write.before, write.payload)) : {}),
      }
    case 'lock account':
      return { n, p, i: write.id, ...basisRow(write.basis) }
    case 'destroy':
      return { n, p, i: write.id, u: write.uid }
    case 'decide':
      return { n, p, i: write.id, payload: write.payload, was: write.was, ...columnsOf(write) }
    default:
      return { n, p, i: write.id }
  }
}

const storedRow = (n: number, p: string, write: Extract<Write, { do: 'upsert' | 'renew' }>): object => ({
  n,
  p,
  i: write.id,
  payload: write.payload,
  secs: write.expiresIn,
  ...columnsOf(write),
})

const sources = {
  account_id: 'accountId',
  client_id: 'clientId',
  grant_id: 'grantId',
  uid: 'uid',
  user_code: 'userCode',
  kind: 'kind',
} as const

function columnsOf({
  model,
  payload,
}: Extract<Write, { do: 'upsert' | 'renew' | 'decide' }>): Record<string, unknown> {
  const values = payload as Record<string, unknown>
  return Object.fromEntries(modelTables[model].columns.map((column) => [column, values[sources[column]]]))
}

/** What the rest of a request depends on. */
export const gates = (part: Part): boolean =>
  part.do === 'consume' || part.do === 'decide' || isRenewing(part)

/** What its redemptions and decisions depend on. */
export function isRenewing(part: Part): boolean {
  return part.do === 'renew' || part.do === 'lock account' || part.do === 'require'
}

export const isGated = (parts: readonly Part[]): boolean => parts.some(gates)
