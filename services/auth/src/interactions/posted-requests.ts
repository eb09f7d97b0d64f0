import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import * as z from 'zod'
import { useUnder } from '../issuers/under.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { showingProblems } from './error.ts'
import { readParameters } from './form.ts'

/** A query that proxies take in a request line, with room for the rest of it. Characters. */
const maxQuery = 6_000

/** Seconds a request that is longer waits for the browser to come back. */
const storedSeconds = 60

/** Names a stored request in the address. */
const handle = 'posted'

const Stored = z.object({ posted: z.string() })

/**
 * POST to the authorization endpoint (OIDC Core 3.1.2.1) and to the end session endpoint (RP-Initiated Logout 2). The
 * form of another site comes without our cookies, which are SameSite=Lax: the browser is sent to the same endpoint with
 * GET, to which it brings them, and everything that guards GET guards this.
 */
export function addPostedRequests(provider: Provider, context: OptionsContext): void {
  useUnder(provider, 'auth', async (plain, next) => {
    if (plain.path !== '/auth') return next()
    const ctx = plain as unknown as KoaContextWithOIDC
    if (ctx.method !== 'POST') {
      await recall(provider, context, ctx)
      return next()
    }
    await showingProblems(ctx, context, async () => {
      const query = (await readParameters(ctx.req)).toString()
      lead(ctx, context, query.length <= maxQuery ? query : await store(provider, query))
    })
  })
  useUnder(provider, 'session', async (plain, next) => {
    if (plain.path !== '/session/end' || plain.method !== 'POST') return next()
    const ctx = plain as unknown as KoaContextWithOIDC
    await showingProblems(ctx, context, async () => {
      const query = (await readParameters(ctx.req)).toString()
      if (query.length > maxQuery) throw new errors.InvalidRequest('the request is too long')
      lead(ctx, context, query)
    })
  })
}

function lead(ctx: KoaContextWithOIDC, { issuer }: OptionsContext, query: string): void {
  ctx.status = 303
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  ctx.redirect(`${issuer}${ctx.path}?${query}`)
}

/**
 * Keeps a request that no address can carry among the pushed ones, as text that is no request object: it can be named
 * here and nowhere else, and is worth what its parameters would be worth in the address. The client stays in the
 * address, which leads to its project at the root issuer.
 */
async function store(provider: Provider, query: string): Promise<string> {
  const request = JSON.stringify({ posted: query } satisfies z.input<typeof Stored>)
  const stored = new provider.PushedAuthorizationRequest({ request } as never)
  const id = await stored.save(storedSeconds)
  const clientId = new URLSearchParams(query).get('client_id') ?? ''
  return new URLSearchParams({ client_id: clientId, [handle]: id }).toString()
}

/** Puts the parameters of a stored request into the place of its name. */
async function recall(
  provider: Provider,
  { mountPath }: OptionsContext,
  ctx: KoaContextWithOIDC,
): Promise<void> {
  const { [handle]: id, client_id: clientId } = ctx.query
  if (typeof id !== 'string') return
  const found = await provider.PushedAuthorizationRequest.find(id)
  const stored = found && Stored.safeParse(textAsJson(found.request)).data
  if (!stored || new URLSearchParams(stored.posted).get('client_id') !== clientId) return
  ctx.querystring = stored.posted
  // The provider takes its mount path from the difference of the two.
  Object.assign(ctx.req, { originalUrl: `${mountPath}${ctx.url}` })
}

function textAsJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
