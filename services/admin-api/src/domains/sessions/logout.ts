import { operations } from '@signet/contracts'
import { closeSession, idTokenPlace } from '../../authn/console-session.ts'
import { implementRead } from '../../implement.ts'

/** The session stored the ID token. */
export const logout = implementRead(operations.logout, async ({ deps, caller }) => {
  const closed =
    caller.via.credential === 'console' ? await closeSession(deps, caller.via.sessionDigest) : null
  if (!closed?.idTokenSealed) return { endSessionUrl: null }
  const { SIGNET_BASE_URL: base } = deps.config
  const url = new URL(`${base}/session/end`)
  url.searchParams.set('id_token_hint', deps.vault.open(closed.idTokenSealed, idTokenPlace(caller.accountId)))
  url.searchParams.set('post_logout_redirect_uri', `${base}/admin/`)
  return { endSessionUrl: url.href }
})
