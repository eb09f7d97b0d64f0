import type { Grant } from 'oidc-provider'
import { findTokenSession } from '../token-grants/token-session.ts'
import type { ProviderContext } from './context.ts'

/** The session `sid` is read if the token ends with one. */
export const signInReader =
  ({ provider, context }: ProviderContext) =>
  async (grantId: string, sid: unknown): Promise<Grant | undefined> => {
    const grant = await provider.Grant.find(grantId)
    if (!grant?.accountId || typeof sid !== 'string') return grant
    const { accountId, clientId } = grant
    const session = await findTokenSession(context, { accountId, clientId: String(clientId), sid })
    return session?.grantId === grantId ? grant : undefined
  }
