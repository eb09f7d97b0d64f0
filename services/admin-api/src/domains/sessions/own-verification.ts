import {
  messageAllowances,
  newLink,
  readSignInState,
  returnAllowances,
  storeProof,
  takeAllowances,
  withdrawProof,
} from '@signet/accounts'
import { operations } from '@signet/contracts'
import { firstLocale } from '@signet/i18n'
import { keepLetter, proofMessage, writeLetter } from '@signet/mail'
import { refuse } from '@signet/runtime'
import { implementRead } from '../../implement.ts'
import { administratorsProject } from '../administrators/read.ts'
import { deliver, refuseTooSoon, refuseUnsent, requireMail } from '../mail/read.ts'

/** Sends a link, also when the project verifies with codes: no page for a code is shown to the signed-in caller. */
export const own_verification_send = implementRead(
  operations.own_verification_send,
  async ({ deps, caller }) => {
    const { id: projectId } = await administratorsProject(deps.database)
    const own = await readSignInState(deps.database, projectId, caller.accountId)
    if (!own?.email) refuse('unauthenticated')
    if (own.emailVerified) refuse('already_verified')
    await requireMail(deps.database)
    const { id, email, languages } = own
    const proof = newLink(deps.config.SIGNET_BASE_URL, 'verification')
    const allowances = messageAllowances(projectId, id, proof.purpose)
    const message = proofMessage('Signet', proof)
    const letter = writeLetter({ to: email, language: firstLocale(...languages), message })
    const expiresAt = await deps.database.transaction(async (tx) => {
      refuseTooSoon(await takeAllowances(tx, allowances))
      const expiresAt = await storeProof(tx, { projectId, id, email }, proof)
      await keepLetter(
        tx,
        deps.vault,
        { ...proof, sender: 'self', projectId, about: { accountId: id } },
        letter,
      )
      return expiresAt
    })
    const delivery = await deliver(
      deps,
      { ...letter, key: { ...proof, sender: 'self', projectId } },
      async (tx) => {
        await withdrawProof(tx, projectId, proof)
        await returnAllowances(tx, allowances)
      },
    )
    refuseUnsent(caller, delivery)
    return { email, expiresAt: expiresAt.toISOString() }
  },
)
