import type { ErrorCode } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { Refusal } from '@signet/runtime'
import { findCaller } from '../fault-place.ts'
import type { OperationRequest } from './call.ts'

/** Refusals for missing rights; invalid calls and missing objects are not counted. */
const counted: ReadonlySet<ErrorCode> = new Set([
  'forbidden',
  'insufficient_scope',
  'console_only',
  'confirmation_invalid',
  'approval_refused',
])

/** Administrators see the count at the entry of the agent. */
export async function noteRefusal(
  { deps, request }: Pick<OperationRequest, 'deps' | 'request'>,
  error: unknown,
) {
  const via = findCaller(request)?.via
  if (!(error instanceof Refusal) || !isCounted(error) || via?.credential !== 'agent') return
  await countRefusal(deps.database, via.clientId)
}

/** Counts also the refusal of a contained change. */
function isCounted({ code, members: { members } }: Refusal): boolean {
  const refused = members?.refused
  const contained = typeof refused === 'object' && refused !== null ? Reflect.get(refused, 'code') : undefined
  return counted.has(code) || [...counted].some((one) => one === contained)
}

export const countRefusal = (executor: Executor, clientId: string) =>
  executor.run(sql`
    INSERT INTO agent_refusals AS r (client_id, calls, last_at) VALUES (${clientId}, 1, now())
    ON CONFLICT (client_id) DO UPDATE SET calls = r.calls + 1, last_at = now()`)
