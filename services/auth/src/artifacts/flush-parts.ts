import type { Sql } from '@signet/db'
import { modelTables } from './models.ts'
import { sessionChanges, sessionRenewalRow } from './renewals.ts'
import { basisRow } from './sign-in-basis.ts'
import type { Write } from './writes.ts'

export interface Flush {
  readonly projectId: string
  readonly writes: readonly Write[]
  readonly inserts: readonly Sql[]
  /** Each an unconditional `INSERT … SELECT`, which runs only when the redemptions and decisions of the request succeed. */
  readonly effects: readonly Sql[]
}

/** Writes of one kind to one model: one CTE. */
export interface Part {
  readonly name: string
  readonly do: Write['do']
  readonly model: Write['model']
  readonly count: number
}

export function partsOf(writes: readonly Write[]): Part[] {
  const counts = new Map<string, Part>()
  for (const { do: kind, model } of writes) {
    const name = `${kind} ${model}`
    counts.set(name, { name, do: kind, model, count: (counts.get(name)?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

/**
 * Fixed order of parts: equal writes have equal statement texts, and requests that revoke the same grant cannot deadlock. PostgreSQL
 * executes data-modifying CTEs in reverse order, so a grant is deleted before its tokens.
 */
const orderOf = (part: Part): string => `${stageOf(part)} ${part.model} ${part.do}`

/** Lock order: sessions before grants. Code that revokes an account's artifacts uses it too, so the two cannot deadlock. */
function stageOf(part: Part): number {
  if (gates(part)) return part.model === 'Session' ? 0 : 1
  return part.model === 'Grant' ? 3 : 2
}

/** `n` is the index of the request. */
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
    case 'consume':
      return { n, p, i: write.id, w: write.reuseSeconds ?? 0 }
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

/** The other writes of a request depend on this part. */
export const gates = (part: Part): boolean =>
  part.do === 'consume' || part.do === 'decide' || isRenewing(part)

/** The redemptions and decisions of a request depend on this part. */
export function isRenewing(part: Part): boolean {
  return part.do === 'renew' || part.do === 'lock account' || part.do === 'require'
}

export const isGated = (parts: readonly Part[]): boolean => parts.some(gates)
