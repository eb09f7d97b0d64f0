import type { Operation } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import type { Context, Prepared, WriteHandler } from '../implement.ts'
import { agrees } from './apply.ts'

/** What a gated change would do, counted now; null when this input needs no confirmation. */
export const countPreview = async (
  handler: WriteHandler<Operation, Prepared>,
  context: Context,
  input: never,
  prepared: Prepared,
) => (await handler.preview?.(context.deps.database, context, input, prepared)) ?? null

/** Whether this call is the first of two: it asks what a gated change would do. */
export const isPreview = (counted: Record<string, unknown> | null, input: { confirm?: boolean }): boolean =>
  counted !== null && !input.confirm

/**
 * Preview-confirm (concepts.md, "Two-call pattern"): the first call of a gated change answers the preview and changes
 * nothing; a confirmation whose counts have moved is refused with a fresh one. Answers true when the call goes on.
 */
export function isConfirmed(
  operation: Operation,
  counted: Record<string, unknown> | null,
  input: { confirm?: boolean },
): boolean {
  if (!counted) return true
  if (input.confirm) return agrees(counted, input) || refuse('stale_preview', { members: counted })
  if ('previewStatus' in operation && operation.previewStatus === 409)
    refuse('preview_required', { members: counted })
  return false
}
