import { sql } from '@signet/db'
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import Provider, { type AccessToken, type ClientCredentials } from 'oidc-provider'
import type { LayerFactory } from '../core/layer.ts'
import { readBody } from '../http/body.ts'
import type { ProviderContext } from './context.ts'
import type { Find, FoundToken, Wrapper } from './override.ts'

/** Precedes a JWT in a request for introspection: oidc-provider rejects a token that it recognizes as a JWT. */
const mark = 'jwt.'

/** The parameter `token` of a form, when its value has a dot: an opaque token has none. */
const structuredToken = /(^|&)token=(?=[^&]*(?:\.|%2E))/i

type Token = AccessToken | ClientCredentials

/**
 * Lets introspection describe JWT access tokens (RFC 7662, RFC 9068), which oidc-provider neither stores nor
 * accepts. This layer marks the JWT in the form; `rebuildFromJwt` verifies it after the client authenticated,
 * and oidc-provider describes it like an opaque token. A form with an opaque token is not changed.
 */
export const markStructuredTokens: LayerFactory =
  ({ context }) =>
  async ({ method, req }, next) => {
    if (!context.settings['introspection.enabled'] || method !== 'POST') return next()
    const request = req as Parameters<typeof readBody>[0]
    const body = (await readBody(request)).toString('latin1')
    if (structuredToken.test(body))
      request.body = Buffer.from(body.replace(structuredToken, `$1token=${mark}`), 'latin1')
    return next()
  }

const isMarked = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith(mark) && Provider.ctx?.oidc.route === 'introspection'

/** Finds a marked JWT as the access token that it was issued from. */
export const rebuildFromJwt: Wrapper<Find<FoundToken>> = (find, parts) => {
  if (!parts.context.settings['introspection.enabled']) return find
  const verify = verifier(parts)
  return function findOrRebuild(value, options) {
    return isMarked(value) ? verify(value.slice(mark.length)) : find.call(this, value, options)
  }
}

/** Finds a marked JWT in no other table of tokens. */
export const findNoJwt: Wrapper<Find<FoundToken>> = (find, { context }) => {
  if (!context.settings['introspection.enabled']) return find
  return function findOpaque(value, options) {
    return isMarked(value) ? Promise.resolve(undefined) : find.call(this, value, options)
  }
}

/** Returns a function that rebuilds the token a JWT was issued from, unless the JWT or its sign-in is no longer valid. */
function verifier({ provider, context: { deps, issuer, project }, publicKeys }: ProviderContext) {
  let keySet: ReturnType<typeof createLocalJWKSet> | undefined

  return async (token: string): Promise<Token | undefined> => {
    keySet ??= createLocalJWKSet({ keys: [...publicKeys] } as JSONWebKeySet)
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

/** Returns the claims of a JWT as fields of the token that it was made from. */
function fieldsOf({ jti, iat, exp, aud, scope, cnf, groups, authorization_details: rar }: JWTPayload) {
  const { jkt, 'x5t#S256': x5t } = Object(cnf) as Record<string, string | undefined>
  return { jti, iat, exp, aud, scope, rar, jkt, 'x5t#S256': x5t, extra: groups ? { groups } : undefined }
}
