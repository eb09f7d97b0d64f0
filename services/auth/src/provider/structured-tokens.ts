import Provider from 'oidc-provider'
import type { LayerFactory } from '../core/layer.ts'
import { readBody } from '../http/body.ts'
import { jwtVerifier } from './jwt-access-tokens.ts'
import type { Find, FoundToken, Wrapper } from './override.ts'

/** Precedes a JWT in a request for introspection: oidc-provider rejects a token that it recognizes as a JWT. */
const mark = 'jwt.'

/** An opaque token has no dot. */
const structuredToken = /(^|&)token=(?=[^&]*(?:\.|%2E))/i

/**
 * oidc-provider neither stores nor accepts JWT access tokens (RFC 7662, RFC 9068). This layer marks the JWT in the form;
 * `rebuildFromJwt` verifies it after the client authenticated, and oidc-provider describes it like an opaque token.
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

export const rebuildFromJwt: Wrapper<Find<FoundToken>> = (find, parts) => {
  if (!parts.context.settings['introspection.enabled']) return find
  const verify = jwtVerifier(parts)
  return function findOrRebuild(value, options) {
    return isMarked(value) ? verify(value.slice(mark.length)) : find.call(this, value, options)
  }
}

/** No other table of tokens has a marked JWT. */
export const findNoJwt: Wrapper<Find<FoundToken>> = (find, { context }) => {
  if (!context.settings['introspection.enabled']) return find
  return function findOpaque(value, options) {
    return isMarked(value) ? Promise.resolve(undefined) : find.call(this, value, options)
  }
}
