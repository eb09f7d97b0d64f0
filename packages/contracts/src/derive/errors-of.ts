import { commonErrors, type ErrorCode } from '../errors.ts'
import { type Operation, previewOf, takesConfirmation } from '../operation.ts'
import { isPaged } from '../paging.ts'
import { canBreakRule } from '../value-rules.ts'
import { canLockOutAdministrators } from './lockout.ts'
import { objectReadOf } from './object-read.ts'
import { placementOf } from './placement.ts'

/** True for most changes, which are rejected with 409. Reads remain allowed. */
export const refusedWhileScheduled = (operation: Operation): boolean => {
  const { method, params } = placementOf(operation)
  return method !== 'GET' && params.includes('projectId') && operation.whileScheduled !== 'taken'
}

const ofTransport = (operation: Operation): ErrorCode[] => {
  const { method } = placementOf(operation)
  const codes: ErrorCode[] = []
  if (operation.kind === 'console_only') codes.push('console_only')
  if (method !== 'GET') codes.push('wrong_origin', 'body_too_large', 'unsupported_media_type')
  if (operation.kind === 'write' || operation.kind === 'high_consequence')
    codes.push('idempotency_in_progress', 'idempotency_key_reused')
  if (canLockOutAdministrators(operation, true)) codes.push('administrators_locked_out')
  if (refusedWhileScheduled(operation)) codes.push('project_scheduled_for_deletion')
  if (objectReadOf(operation)) codes.push('precondition_failed')
  // A violated rule of the input, an invalid cursor, or a cursor of another order.
  if (canBreakRule(operation.input) || isPaged(operation)) codes.push('invalid_value')
  return codes
}

const ofConfirmation = (operation: Operation): ErrorCode[] => {
  const codes: ErrorCode[] = []
  if (takesConfirmation(operation))
    codes.push(
      'confirmation_required',
      'confirmation_invalid',
      'approval_pending',
      'approval_refused',
      'approval_expired',
      'approval_limit',
      'approval_cool_down',
      'console_only',
    )
  if (previewOf(operation)) codes.push('stale_preview', 'preview_required')
  return codes
}

const needsNoCredential: readonly ErrorCode[] = ['unauthenticated', 'insufficient_scope', 'forbidden']

export function errorsOf(operation: Operation): readonly ErrorCode[] {
  const common = commonErrors.filter(
    (code) => operation.access.to !== 'public' || !needsNoCredential.includes(code),
  )
  return [
    ...new Set([...operation.errors, ...ofConfirmation(operation), ...ofTransport(operation), ...common]),
  ]
}
