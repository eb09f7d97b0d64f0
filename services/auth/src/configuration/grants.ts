import type { AccessToken, ClientCredentials, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { headerFor } from '../protocol/access-token-signing.ts'
import { agentRefresh } from '../protocol/agent-refresh.ts'
import { requestState } from '../request/state.ts'
import { existingGrant } from './existing-grant.ts'
import { prompts } from './prompts.ts'

export const grants = (context: OptionsContext): Configuration => ({
  interactions: {
    policy: prompts(context),
    url: (_ctx, interaction) => `${context.mountPath}/interaction/${interaction.uid}`,
  },
  loadExistingGrant: existingGrant(context),
  ...agentRefresh(context),
  // RFC 9700 4.14: refresh tokens are rotated for every kind of client. Under FAPI, a confidential client's token is bound to the
  // client and is not rotated (FAPI 2.0 5.3.2.1-9).
  rotateRefreshToken: context.settings['fapi.enabled'] ? isPublic : true,
  formats: {
    bitsOfOpaqueRandomness: 256,
    // The agent endpoint and introspection read the grant of a JWT, and introspection also its session: a valid signature does not
    // prove that they still exist.
    customizers: {
      jwt: async (ctx, token, parts) => {
        const as = token.kind === 'ClientCredentials' ? requestState()?.actingAgent : undefined
        const gid = as?.grantId ?? ('grantId' in token ? token.grantId : undefined)
        const sid = 'sid' in token && requestState()?.exchange ? token.sid : await sessionId(ctx, token)
        const header = headerFor(token.resourceServer?.jwt)
        if (header) parts.header = { ...parts.header, ...header }
        Object.assign(parts.payload, gid ? { gid } : {}, sid ? { sid } : {}, as ? { sub: as.accountId } : {})
      },
    },
  },
})

const isPublic = ({ oidc }: KoaContextWithOIDC): boolean => oidc.client?.clientAuthMethod === 'none'

/** Undefined with offline access. The session was read with the code or the refresh token. */
async function sessionId(
  { oidc }: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
): Promise<string | undefined> {
  if (!('sessionUid' in token) || !token.expiresWithSession || !token.sessionUid) return undefined
  const session = await oidc.provider.Session.findByUid(token.sessionUid)
  return session?.sidFor(String(token.clientId))
}
