import { InvalidJson, readJson } from '@signet/http'
import { digest, sameDigest } from '@signet/secrets'
import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { ownSettings } from '../clients/client-metadata.ts'
import type { Layer, LayerFactory } from '../core/layer.ts'
import { type RequestWithBody, readBody } from '../http/body.ts'
import { takeRegisteredScope } from '../protocol/registered-scope.ts'
import { requireRequestState } from '../request/state.ts'

/** Names the administrator to ask; every other method is answered as at an unknown address. */
const answerSwitchedOff: Layer = (ctx, next) => {
  if (ctx.method !== 'POST') return next()
  ctx.status = 403
  ctx.set('Cache-Control', 'no-store')
  ctx.body = {
    error: 'access_denied',
    error_description:
      'dynamic registration is switched off here: an administrator of the project creates the application in the console',
  }
  return Promise.resolve()
}

const managed = /^\/reg\/([^/]+)$/

/**
 * Removes the digest of the secret and the settings of Signet. Only the first response contains the secret (RFC 7592 3 allows omitting
 * it).
 */
export const registrationLayer: LayerFactory = ({ provider, context }) => {
  const { settings } = context
  if (!settings['registration.enabled']) return answerSwitchedOff
  return async (ctx, next) => {
    const clientId = managed.exec(ctx.path)?.[1]
    const isChange = ctx.method === 'POST' || ctx.method === 'PUT'
    const problem = isChange ? problemOf(await readBody(ctx.req)) : undefined
    if (problem) return refuse(ctx, new errors.InvalidClientMetadata(problem))
    const before = clientId === undefined ? undefined : await provider.Client.find(clientId)
    if (ctx.method === 'PUT' && before) await acceptOwnSecret(ctx.req, before)
    if (isChange) await takeRegisteredScope(context, ctx.req)
    await next()
    try {
      if (ctx.status < 400) await requireRequestState().writes.flush()
    } catch (error) {
      if (!(error instanceof errors.OIDCProviderError)) throw error
      refuse(ctx, error)
    }
    if (typeof ctx.body !== 'object' || ctx.body === null || !('client_id' in ctx.body)) return
    const {
      signet: _ours,
      client_secret: secret,
      scope: _scope,
      ...metadata
    } = ctx.body as Record<string, unknown>
    const scope = isChange ? requireRequestState().registeredScope : before && ownSettings(before).scope
    const shown = { ...metadata, ...(scope ? { scope } : {}) }
    const isNew = typeof secret === 'string' && !sameDigest(secret, before?.clientSecret ?? '')
    ctx.body = isNew ? { ...shown, client_secret: secret } : shown
  }
}

function problemOf(body: Buffer): string | undefined {
  try {
    readJson(body)
    return undefined
  } catch (error) {
    if (error instanceof InvalidJson) return error.message
    throw error
  }
}

/** The limit is reached, or a concurrent request was first. */
function refuse(
  ctx: KoaContextWithOIDC,
  { statusCode, error, error_description: description = '' }: InstanceType<typeof errors.OIDCProviderError>,
): void {
  ctx.status = statusCode
  if (statusCode === 401)
    ctx.set('WWW-Authenticate', `Bearer error="${error}", error_description="${description}"`)
  ctx.body = { error, error_description: description }
}

/** RFC 7592 2.2: the current secret is compared by its digest, which is stored in its place. */
async function acceptOwnSecret(request: RequestWithBody, { clientSecret }: Client): Promise<void> {
  const bytes = await readBody(request)
  try {
    const given: unknown = JSON.parse(bytes.toString())
    if (typeof given !== 'object' || given === null || !('client_secret' in given)) return
    if (
      typeof given.client_secret === 'string' &&
      sameDigest(digest(given.client_secret), clientSecret ?? '')
    )
      request.body = Buffer.from(JSON.stringify({ ...given, client_secret: clientSecret }))
  } catch {
    // oidc-provider rejects a body that is no JSON.
  }
}
