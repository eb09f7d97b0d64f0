import type { Operation } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { agrees, rehearse } from './apply.ts'
import type { Change, Outcome, Previewed } from './call.ts'
import { checkAnswer } from './check-answer.ts'

/** An update that changes nothing is answered without a change and without an entry that says something was. */
export const answerUnchanged = async (change: Change): Promise<Outcome | undefined> =>
  change.prepared.unchanged
    ? checkAnswer({ operation: change.operation, answer: await rehearse(change) })
    : undefined

/** Counts what a gated change would do. */
export const countPreview = async ({ handler, context, input, prepared }: Change): Promise<Previewed> => ({
  preview: (await handler.preview?.(context.deps.database, context, input, prepared)) ?? null,
})

/**
 * Preview-confirm (concepts.md, "Two-call pattern"): the first call of a gated change answers the preview and changes
 * nothing; a confirmation whose counts have moved is refused with a fresh one.
 */
export async function answerPreview(change: Change & Previewed): Promise<Outcome | undefined> {
  const { operation, input, preview } = change
  if (!preview) return undefined
  if (input.confirm) {
    if (!agrees(preview, input)) refuse('stale_preview', { members: preview })
    return undefined
  }
  await rehearse(change)
  if (mustConfirm(operation)) refuse('preview_required', { members: preview })
  return { status: 200, body: preview }
}

/** Some operations answer their first call as a conflict, since it was not a question. */
const mustConfirm = (operation: Operation): boolean =>
  'previewStatus' in operation && operation.previewStatus === 409
