import { isProtocolClaim } from '@signet/contracts'
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, type JWTVerifyResult, jwtVerify } from 'jose'
import type { AccessToken, ClientCredentials } from 'oidc-provider'
import { plainHeader } from '../protocol/access-token-signing.ts'
import { readApi } from '../protocol/apis.ts'
import { exchangeOf } from '../request/exchanged.ts'
import type { ProviderContext } from './context.ts'
import { withSourceGrant } from './exchanged-tokens.ts'
import { signInReader } from './sign-in-of-token.ts'

type Token = AccessToken | ClientCredentials

/** The function returns nothing when the JWT or its sign-in is no longer valid. */
export function jwtVerifier(parts: ProviderContext) {
  const { provider, context, publicKeys } = parts
  const { deps, issuer, project } = context
  const readSignIn = signInReader(parts)
  let keySet: ReturnType<typeof createLocalJWKSet> | undefined

  return async (token: string): Promise<Token | undefined> => {
    keySet ??= createLocalJWKSet({ keys: [...publicKeys] } as JSONWebKeySet)
    const verified = await verify(token, keySet, issuer)
    if (!verified || !(await isAccessToken(verified))) return undefined
    const { payload } = verified
    const { gid, client_id: clientId } = payload
    const common = { ...fieldsOf(payload), clientId: String(clientId) }
    if (typeof gid !== 'string') return new provider.ClientCredentials(common as never)
    const grant = await readSignIn(gid, payload.sid)
    if (!grant?.accountId) return undefined
    const ofUser = { ...common, accountId: grant.accountId, grantId: gid, sid: payload.sid }
    const rebuilt = new provider.AccessToken(ofUser as never)
    return exchangeOf(rebuilt.extra) ? withSourceGrant(rebuilt) : rebuilt
  }

  /** ID tokens have the plain type too, for an application and not for an API. */
  async function isAccessToken({ payload: { aud }, protectedHeader: { typ } }: JWTVerifyResult) {
    if (typ !== plainHeader.typ) return typ === 'at+jwt'
    return typeof aud === 'string' && (await readApi(deps.database, project.id, aud)) !== null
  }
}

/** RFC 9068 4 */
const verify = (token: string, keys: ReturnType<typeof createLocalJWKSet>, issuer: string) =>
  jwtVerify(token, keys, { issuer, requiredClaims: ['exp', 'aud', 'client_id'] }).catch(() => undefined)

/** Claims about the user, declared claims and those of an exchange. */
function extraOf(payload: JWTPayload): object | undefined {
  const others = Object.entries(payload).filter(([name]) => !isProtocolClaim(name))
  return others.length > 0 ? { ...Object.fromEntries(others), ...exchangeOf(payload) } : undefined
}

function fieldsOf(payload: JWTPayload) {
  const { jti, iat, exp, aud, scope, cnf, authorization_details: rar } = payload
  const { jkt, 'x5t#S256': x5t } = Object(cnf) as Record<string, string | undefined>
  return { jti, iat, exp, aud, scope, rar, jkt, 'x5t#S256': x5t, extra: extraOf(payload) }
}
