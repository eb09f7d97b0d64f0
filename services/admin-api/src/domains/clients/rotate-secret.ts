import { operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { implementWithPrisma } from '../../implement.ts'
import { findOwnClient, lockClient, updateClient } from './client-store.ts'
import { hasKeySecret, mintSecret, needsSecret, noPreviousSecret } from './secret.ts'

/**
 * The incremented version of the project makes every replica refuse the old secret after the commit, or accept both until the old one
 * expires.
 */
export const client_secret_rotate = implementWithPrisma(operations.client_secret_rotate, {
  async prepare(context, { clientId, keepPreviousForHours }) {
    const client = await findOwnClient(context, context.project.id, clientId)
    if (!needsSecret(client)) refuse('client_has_no_secret')
    if (keepPreviousForHours && hasKeySecret(client)) refuseSecondKey()
    const secret = mintSecret(context.deps, context.project.id, clientId, client)
    const detail = keepPreviousForHours ? { keepPreviousForHours } : {}
    return { secret, target: { id: clientId, detail }, shows: { clientName: client.clientName } }
  },

  async lock(tx, context, { clientId }) {
    await lockClient(tx, context.project.id, clientId)
    return tx.prisma.client.findFirstOrThrow({
      where: { projectId: context.project.id, id: clientId },
      select: { secretDigest: true },
    })
  },

  async apply(tx, { project }, { clientId, keepPreviousForHours }, { secret }, { secretDigest }) {
    const now = Date.now()
    const expiresAt = keepPreviousForHours ? new Date(now + keepPreviousForHours * 3_600_000) : null
    await updateClient(tx, project.id, clientId, {
      ...secret.columns,
      ...(expiresAt ? { previousSecretDigest: secretDigest, previousSecretExpiresAt: expiresAt } : {}),
      secretChangedAt: new Date(now),
    })
    return { clientId, clientSecret: secret.secret }
  },
})

/** A signature does not name its key: an application that signs with its secret has only one. */
function refuseSecondKey(): never {
  const message = 'The secret serves as a key, of which only one is valid'
  refuse('invalid_value', {
    detail: `keepPreviousForHours: ${message}.`,
    errors: [{ path: 'keepPreviousForHours', message }],
  })
}

export const client_previous_secret_revoke = implementWithPrisma(operations.client_previous_secret_revoke, {
  async prepare(context, { clientId }) {
    const client = await findOwnClient(context, context.project.id, clientId)
    return { target: { id: clientId }, unchanged: client.previousSecretDigest === null }
  },

  lock: (tx, { project }, { clientId }) => lockClient(tx, project.id, clientId),

  async apply(tx, { project }, { clientId }) {
    await updateClient(tx, project.id, clientId, noPreviousSecret)
    return { clientId }
  },
})
