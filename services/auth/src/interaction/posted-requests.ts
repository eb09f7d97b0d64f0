import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import * as z from 'zod'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { LayerFactory } from '../core/layer.ts'
import { showingProblems } from '../pages/problem/error.ts'
import { readParameters } from '../pages/shared/form.ts'

/** Characters that fit into the request line of a proxy with the rest of the line. */
const maxQuery = 6_000

/** The browser follows the redirect in this time. */
const storedSeconds = 60

/** Query parameter with the id of a stored request. */
const handle = 'posted'

const StoredRequest = z.object({ posted: z.string() })

/**
 * Redirects POST (OIDC Core 3.1.2.1) to GET. The form of another site comes without the cookies of Signet, which are SameSite=Lax; the
 * redirected browser sends them.
 */
export const postedRequestLayer: LayerFactory =
  ({ provider, context }) =>
  async (ctx, next) => {
    if (ctx.method !== 'POST') {
      await recall(provider, context, ctx)
      return next()
    }
    await showingProblems(ctx, context, async () => {
      const query = (await readParameters(ctx.req)).toString()
      lead(ctx, context, query.length <= maxQuery ? query : await store(provider, query))
    })
  }

/** Redirects POST (RP-Initiated Logout 2) to GET. */
export const postedSignOutLayer: LayerFactory =
  ({ context }) =>
  async (ctx, next) => {
    if (ctx.method !== 'POST') return next()
    await showingProblems(ctx, context, async () => {
      const query = (await readParameters(ctx.req)).toString()
      if (query.length > maxQuery) throw new errors.InvalidRequest('the request is too long')
      lead(ctx, context, query)
    })
  }

function lead(ctx: KoaContextWithOIDC, { issuer }: OptionsContext, query: string): void {
  ctx.status = 303
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  ctx.redirect(`${issuer}${ctx.path}?${query}`)
}

/**
 * Stores a request that is too long for a URL among the pushed requests. Its text is no request object, so oidc-provider cannot use it,
 * and its parameters are validated like those of a URL. The client id stays in the URL, because the root issuer finds the project by
 * it.
 */
async function store(provider: Provider, query: string): Promise<string> {
  const request = JSON.stringify({ posted: query } satisfies z.input<typeof StoredRequest>)
  const stored = new provider.PushedAuthorizationRequest({ request } as never)
  const id = await stored.save(storedSeconds)
  const clientId = new URLSearchParams(query).get('client_id') ?? ''
  return new URLSearchParams({ client_id: clientId, [handle]: id }).toString()
}

async function recall(
  provider: Provider,
  { mountPath }: OptionsContext,
  ctx: KoaContextWithOIDC,
): Promise<void> {
  const { [handle]: id, client_id: clientId } = ctx.query
  if (typeof id !== 'string') return
  const found = await provider.PushedAuthorizationRequest.find(id)
  const stored = found && StoredRequest.safeParse(textAsJson(found.request)).data
  if (!stored || new URLSearchParams(stored.posted).get('client_id') !== clientId) return
  ctx.querystring = stored.posted
  // oidc-provider derives its mount path from `originalUrl` and `url`.
  Object.assign(ctx.req, { originalUrl: `${mountPath}${ctx.url}` })
}

function textAsJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
