import { canWait, preferencesOf, preferHeader } from '@signet/contracts'
import { permitSilence } from '@signet/http'
import { notCounted, Refusal } from '@signet/runtime'
import { findCaller } from '../fault-place.ts'
import type { OperationRequest, Outcome } from './call.ts'

export type Attempt = { readonly outcome: Outcome } | { readonly error: unknown }

/**
 * The request limits the wait.
 * @returns the id of the approval when the call must be tried again; undefined when the attempt is the response
 */
export async function waitForDecision(call: OperationRequest, attempt: Attempt): Promise<string | undefined> {
  const { operation, request, entrance } = call
  const { waitSeconds: seconds } = preferencesOf(request.headers[preferHeader])
  const approvalId = seconds > 0 && canWait(operation) ? pendingApprovalOf(attempt) : undefined
  const caller = findCaller(request)
  if (approvalId === undefined || caller?.via.credential !== 'agent') return undefined
  const owner = `${caller.via.clientId} ${caller.accountId}`
  const { socket } = request.raw
  const gone = new AbortController()
  const leave = () => gone.abort()
  socket.once('close', leave)
  permitSilence(request, seconds * 1000)
  try {
    const hasWaited = await notCounted(() =>
      entrance.decisions.wait(approvalId, owner, { seconds, signal: gone.signal }),
    )
    // A call whose caller has left is not made: the caller could not know that it was.
    return hasWaited && !gone.signal.aborted ? approvalId : undefined
  } finally {
    socket.off('close', leave)
  }
}

/** A refusal offers the approval, or a read of its state returned it. */
function pendingApprovalOf(attempt: Attempt): string | undefined {
  if ('outcome' in attempt) {
    const { status, approvalId } = Object(attempt.outcome.body) as Record<string, unknown>
    return status === 'pending' && typeof approvalId === 'string' ? approvalId : undefined
  }
  if (!(attempt.error instanceof Refusal)) return undefined
  const { confirmation, approval } = attempt.error.members.members ?? {}
  const { status } = Object(approval) as { readonly status?: unknown }
  return status === 'pending' && typeof confirmation === 'string' ? confirmation : undefined
}
