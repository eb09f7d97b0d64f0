import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { type RequestWithBody, readBody } from '../../http/body.ts'

export async function readParameters(request: RequestWithBody): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? ''))
    throw new errors.InvalidRequest('a form was expected')
  return new URLSearchParams((await readBody(request)).toString())
}

/** A field given twice counts as missing. */
export async function readForm(request: RequestWithBody): Promise<Map<string, string>> {
  const parameters = await readParameters(request)
  const form = new Map<string, string>()
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    if (values.length === 1 && values[0] !== undefined) form.set(name, values[0])
  }
  return form
}

/**
 * The cookie of the interaction is SameSite=Lax, so a POST of another site lacks it too. The pages of Signet send no referrer, so
 * browsers send the origin `null` with their forms; `Sec-Fetch-Site` then names the site.
 */
export function foreignFormProblem(
  ctx: KoaContextWithOIDC,
  issuer: string,
): errors.OIDCProviderError | undefined {
  const { origin } = ctx.req.headers
  const site = ctx.req.headers['sec-fetch-site']
  const foreign =
    (origin !== undefined && origin !== 'null' && origin !== new URL(issuer).origin) ||
    (site !== undefined && site !== 'same-origin')
  return foreign ? new errors.InvalidRequest('the form came from another site') : undefined
}

/** @throws InvalidRequest for a form of another site */
export function requireOwnOrigin(ctx: KoaContextWithOIDC, issuer: string): void {
  const problem = foreignFormProblem(ctx, issuer)
  if (problem) throw problem
}
