import type { InteractionContext } from '../../sign-in/context.ts'
import { continueWith, type Outcome, stay } from '../../sign-in/outcome.ts'
import { provePasskey } from '../../sign-in/passkey-proof.ts'
import { readPending, requirePending } from '../../sign-in/progress.ts'
import { renderChallenge } from './handler.ts'

export async function answerPasskey(visit: InteractionContext): Promise<Outcome> {
  const pending = requirePending(visit)
  const account = await readPending(visit, pending)
  if (!account) return continueWith({ entry: { problem: { kind: 'over' } } })
  const proof = await provePasskey(visit, pending.accountId)
  if ('problem' in proof) {
    const { problem } = proof
    return stay(await renderChallenge(visit, pending, account, problem), problem)
  }
  const amr = [...new Set([...pending.amr, ...proof.amr, 'mfa'])]
  return continueWith({ pending: { ...pending, secondPasskey: proof.id, amr } })
}
