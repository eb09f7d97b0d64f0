import { operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { implementWithPrisma } from '../../implement.ts'
import { findOwnClient, lockClient, updateClient } from './client-store.ts'
import { mintSecret, needsSecret } from './secret.ts'

/**
 * Replaces the secret. The same transaction increments the version of the project, so every replica refuses the old
 * secret after the commit.
 */
export const client_secret_rotate = implementWithPrisma(operations.client_secret_rotate, {
  async prepare(context, { clientId }) {
    const client = await findOwnClient(context, context.project.id, clientId)
    if (!needsSecret(client)) refuse('client_has_no_secret')
    const secret = mintSecret(context.deps, context.project.id, clientId, client)
    return { secret, target: { id: clientId }, shows: { clientName: client.clientName } }
  },

  lock: (tx, { project }, { clientId }) => lockClient(tx, project.id, clientId),

  async apply(tx, { project }, { clientId }, { secret }) {
    await updateClient(tx, project.id, clientId, secret.columns)
    return { clientId, clientSecret: secret.secret }
  },
})
