import { passkeyBasis } from '../../artifacts/sign-in-basis.ts'
import type { InteractionContext } from '../../sign-in/context.ts'
import { continueWith, type Outcome } from '../../sign-in/outcome.ts'
import { provePasskey } from '../../sign-in/passkey-proof.ts'

export async function answerPasskey(visit: InteractionContext): Promise<Outcome> {
  const proof = await provePasskey(visit, null)
  if ('problem' in proof) return continueWith({ entry: { problem: proof.problem } })
  const { id, account, amr, formerHost } = proof
  return continueWith({
    pending: { accountId: account.id, amr: [...amr], basis: passkeyBasis(account, id), formerHost },
  })
}
