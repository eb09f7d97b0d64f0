import type { AdminClient } from '@signet/contracts'
import type { Session } from './session.ts'

/** Milliseconds after which the token of the calls is renewed. */
const tokenMs = 300_000

/** Opens the client of a long command, which needs further tokens, because each one expires. */
export function renewedClient(session: Session): () => Promise<AdminClient> {
  let opened: { readonly client: AdminClient; readonly at: number } | undefined
  return async () => {
    if (!opened || Date.now() - opened.at > tokenMs) opened = { client: await session.open(), at: Date.now() }
    return opened.client
  }
}
