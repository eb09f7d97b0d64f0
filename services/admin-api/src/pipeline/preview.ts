import { type Operation, preferencesOf, preferHeader } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { agrees, rehearse } from './apply.ts'
import type { Change, Outcome, WithPreview } from './call.ts'
import { checkAnswer } from './check-answer.ts'

/** Writes nothing, and no audit entry, for an update that changes nothing. */
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

/** See concepts.md, "Two-call pattern". A confirmation with outdated counts is refused with a fresh preview. */
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

/** The first call of the operation is refused with a conflict instead of a preview. */
const mustConfirm = (operation: Operation): boolean =>
  'previewStatus' in operation && operation.previewStatus === 409
