import { InvalidJson, readJson } from '@signet/http'
import { digest, sameDigest } from '@signet/secrets'
import type Provider from 'oidc-provider'
import { type Client, errors } from 'oidc-provider'
import { type RequestWithBody, readBody } from '../http/body.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { requireRequestState } from '../request/state.ts'
import { useUnder } from './under.ts'

const route = /^\/reg(?:\/([^/]+))?$/

/**
 * What stands in for a secret, and what is ours, never leaves with an application's registration: a secret is answered
 * when it is made, and not again (RFC 7592 3 leaves it out where it cannot be read).
 */
export function guardRegistration(provider: Provider, { settings }: OptionsContext): void {
  if (!settings['registration.enabled']) return
  useUnder(provider, 'reg', async (ctx, next) => {
    const match = route.exec(ctx.path)
    if (!match) return next()
    const isChange = ctx.method === 'POST' || ctx.method === 'PUT'
    const problem = isChange ? problemOf(await readBody(ctx.req)) : undefined
    if (problem) return refuse(ctx, new errors.InvalidClientMetadata(problem))
    const before = match[1] ? await provider.Client.find(match[1]) : undefined
    if (ctx.method === 'PUT' && before) await acceptOwnSecret(ctx.req, before)
    await next()
    try {
      if (ctx.status < 400) await requireRequestState().writes.flush()
    } catch (error) {
      if (!(error instanceof errors.OIDCProviderError)) throw error
      refuse(ctx, error)
    }
    if (typeof ctx.body !== 'object' || ctx.body === null || !('client_id' in ctx.body)) return
    const { signet: _ours, client_secret: secret, ...shown } = ctx.body as Record<string, unknown>
    const isNew = typeof secret === 'string' && !sameDigest(secret, before?.clientSecret ?? '')
    ctx.body = isNew ? { ...shown, client_secret: secret } : shown
  })
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

/** What only the transaction knew: there is no room, or somebody was first. */
function refuse(
  ctx: Parameters<Parameters<Provider['use']>[0]>[0],
  { statusCode, error, error_description: description = '' }: InstanceType<typeof errors.OIDCProviderError>,
): void {
  ctx.status = statusCode
  if (statusCode === 401)
    ctx.set('WWW-Authenticate', `Bearer error="${error}", error_description="${description}"`)
  ctx.body = { error, error_description: description }
}

/** An update repeats the secret in use (RFC 7592 2.2); of most secrets only the digest is there to compare it with. */
async function acceptOwnSecret(request: RequestWithBody, { clientSecret }: Client): Promise<void> {
  const bytes = await readBody(request)
  try {
    const given: unknown = JSON.parse(bytes.toString())
    if (typeof given !== 'object' || given === null || !('client_secret' in given)) return
    if (
      typeof given.client_secret === 'string' &&
      sameDigest(digest(given.client_secret), clientSecret ?? '')
    )
      request.body = JSON.stringify({ ...given, client_secret: clientSecret })
  } catch {
    // What is no JSON is refused by the provider, in its own description.
  }
}
