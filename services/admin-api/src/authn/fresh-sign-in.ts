import { freshSignInSeconds, needsApproval, type Operation } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import type { Administrator } from '../caller.ts'
import type { Input } from '../implement.ts'

/** Refuses an administrator of the console who has not signed in within five minutes, and every other credential. */
export function requireFreshSignIn({ via }: Administrator): void {
  const at = via.credential === 'console' ? via.authenticatedAt : null
  if (!at || Date.now() - at.getTime() > freshSignInSeconds * 1000) refuse('fresh_sign_in_required')
}

/**
 * Requires a fresh sign-in in the console; for a call of an agent, that its administrator approves it, because an
 * approval of such a call requires the fresh sign-in.
 */
export function requireFreshSignInOrApproval(
  caller: Administrator,
  operation: Operation,
  input: Input,
): void {
  const { via } = caller
  if (via.credential === 'console') {
    requireFreshSignIn(caller)
    return
  }
  const isApproved =
    via.approval === 'ask' && needsApproval(via.approvalFor, operation, input, { ofAdministrators: false })
  if (!isApproved) refuse('fresh_sign_in_required')
}
