import type { ErrorCode } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { Refusal } from '@signet/runtime'
import { callerOf } from '../fault-place.ts'
import type { Received } from './call.ts'

/** Refusals of what an agent may not do, in contrast to what is wrong with its call or not there. */
const counted: ReadonlySet<ErrorCode> = new Set([
  'forbidden',
  'insufficient_scope',
  'console_only',
  'confirmation_invalid',
  'approval_refused',
])

/** Counts at its entry what an agent was refused: one that tries again and again is seen. */
export async function noteRefusal({ deps, request }: Pick<Received, 'deps' | 'request'>, error: unknown) {
  const via = callerOf(request)?.via
  if (!(error instanceof Refusal) || !counted.has(error.code) || via?.credential !== 'agent') return
  await countRefusal(deps.database, via.clientId)
}

export const countRefusal = (executor: Executor, clientId: string) =>
  executor.run(sql`
    INSERT INTO agent_refusals AS r (client_id, calls, last_at) VALUES (${clientId}, 1, now())
    ON CONFLICT (client_id) DO UPDATE SET calls = r.calls + 1, last_at = now()`)
