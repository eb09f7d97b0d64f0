import { sql } from '@signet/db'
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import Provider, { type AccessToken, type ClientCredentials, type JWK } from 'oidc-provider'
import { readBody } from '../http/body.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { useUnder } from './under.ts'

const route = '/token/introspection'

/** Precedes a JWT in a request for introspection: oidc-provider rejects a token that it recognizes as a JWT. */
const mark = 'jwt.'

/** The parameter `token` of a form, when its value has a dot: an opaque token has none. */
const structuredToken = /(^|&)token=(?=[^&]*(?:\.|%2E))/i

type Token = AccessToken | ClientCredentials
type Find = (value: string, options?: object) => Promise<Token | undefined>

/**
 * Lets introspection describe JWT access tokens (RFC 7662, RFC 9068). oidc-provider stores none and rejects them. The token is
 * verified after the client authenticated, and is then described by the rules of an opaque one. The request for an opaque token is
 * searched for a dot and otherwise unchanged.
 */
export function describeStructuredTokens(
  provider: Provider,
  context: OptionsContext,
  keys: readonly JWK[],
): void {
  if (!context.settings['introspection.enabled']) return
  useUnder(provider, 'token', async (ctx, next) => {
    if (ctx.path !== route || ctx.method !== 'POST') return next()
    const request = ctx.req as Parameters<typeof readBody>[0]
    const body = (await readBody(request)).toString('latin1')
    if (structuredToken.test(body))
      request.body = Buffer.from(body.replace(structuredToken, `$1token=${mark}`), 'latin1')
    return next()
  })
  const verify = verifier(context, keys)
  const { AccessToken, ClientCredentials, RefreshToken } = provider
  for (const model of [AccessToken, ClientCredentials, RefreshToken] as unknown as { find: Find }[]) {
    const find = model.find.bind(model)
    model.find = async (value, options) => {
      const isMarked = value?.startsWith?.(mark) && Provider.ctx?.oidc.route === 'introspection'
      if (!isMarked) return find(value, options)
      return model === (AccessToken as unknown) ? verify(provider, value.slice(mark.length)) : undefined
    }
  }
}

/** Returns a function that rebuilds the token a JWT was issued from, unless the JWT or its sign-in is no longer valid. */
function verifier(context: OptionsContext, keys: readonly JWK[]) {
  const { deps, issuer, project } = context
  let keySet: ReturnType<typeof createLocalJWKSet> | undefined

  return async (provider: Provider, token: string): Promise<Token | undefined> => {
    keySet ??= createLocalJWKSet({ keys: [...keys] } as JSONWebKeySet)
    const payload = await claimsOf(token, keySet, issuer)
    if (!payload) return undefined
    const { gid, client_id: clientId } = payload
    const common = { ...fieldsOf(payload), clientId: String(clientId) }
    if (typeof gid !== 'string') return new provider.ClientCredentials(common as never)
    const grant = await provider.Grant.find(gid)
    if (!grant?.accountId || !(await hasSession(payload, gid, grant.accountId))) return undefined
    const ofUser = { ...common, accountId: grant.accountId, grantId: gid, sid: payload.sid }
    return new provider.AccessToken(ofUser as never)
  }

  /** Returns whether the session exists that a token without offline access ends with. */
  async function hasSession({ sid, client_id: clientId }: JWTPayload, gid: string, accountId: string) {
    if (typeof sid !== 'string') return true
    const rows = await deps.database.rows(sql`
      SELECT 1 FROM oidc_sessions s
      WHERE s.project_id = ${project.id} AND s.account_id = ${accountId} AND (s.expires_at IS NULL OR s.expires_at > now())
        AND s.payload->'authorizations'->${String(clientId)} @> ${{ sid, grantId: gid }}`)
    return rows.length > 0
  }
}

/** Verifies signature, type, issuer and times of an access token of this issuer (RFC 9068 4). */
const claimsOf = (token: string, keys: ReturnType<typeof createLocalJWKSet>, issuer: string) =>
  jwtVerify(token, keys, { issuer, typ: 'at+jwt', requiredClaims: ['exp', 'aud', 'client_id'] }).then(
    ({ payload }) => payload,
    () => undefined,
  )

/** The claims of a JWT as fields of the token that it was made from. */
function fieldsOf({ jti, iat, exp, aud, scope, cnf, groups, authorization_details: rar }: JWTPayload) {
  const { jkt, 'x5t#S256': x5t } = Object(cnf) as Record<string, string | undefined>
  return { jti, iat, exp, aud, scope, rar, jkt, 'x5t#S256': x5t, extra: groups ? { groups } : undefined }
}
