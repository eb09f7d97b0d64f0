import { type Operation, preferencesOf, preferHeader } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { agrees, rehearse } from './apply.ts'
import type { Change, Outcome, WithPreview } from './call.ts'
import { checkAnswer } from './check-answer.ts'

/** Returns the result of an update that changes nothing, without a write and without an audit entry. */
export const answerUnchanged = async (change: Change): Promise<Outcome | undefined> =>
  change.prepared.unchanged ? checkAnswer({ ...change, answer: await rehearse(change) }) : undefined

export const countPreview = async ({
  handler,
  context,
  input,
  prepared,
}: Pick<Change, 'handler' | 'context' | 'input' | 'prepared'>): Promise<WithPreview> => ({
  preview: (await handler.preview?.(context.deps.database, context, input, prepared)) ?? null,
})

/**
 * Returns the preview for the first call of a gated change, which changes nothing (concepts.md, "Two-call pattern").
 * Refuses a confirmation with outdated counts and returns a fresh preview.
 */
export async function answerPreview(change: Change & WithPreview): Promise<Outcome | undefined> {
  const { operation, input, preview, request } = change
  if (!preview) return undefined
  if (input.confirm) {
    if (!agrees(preview, input)) refuse('stale_preview', { members: preview })
    return undefined
  }
  await rehearse(change)
  if (mustConfirm(operation) || preferencesOf(request.headers[preferHeader]).isStrict)
    refuse('preview_required', { members: preview })
  return { status: 200, body: preview }
}

/** Returns true for an operation whose first call is refused with a conflict instead of a preview. */
const mustConfirm = (operation: Operation): boolean =>
  'previewStatus' in operation && operation.previewStatus === 409
