import { freshSignInSeconds, needsApproval, type Operation } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import type { Administrator } from '../caller.ts'
import type { Input } from '../implement.ts'

/** Accepts only a sign-in to the console within five minutes. */
export function requireFreshSignIn({ via }: Administrator): void {
  const at = via.credential === 'console' ? via.authenticatedAt : null
  if (!at || Date.now() - at.getTime() > freshSignInSeconds * 1000) refuse('fresh_sign_in_required')
}

/** An agent's call needs the approval of its administrator instead, which requires the fresh sign-in. */
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
