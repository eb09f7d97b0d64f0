import { sql } from '@signet/db'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { useUnder } from '../issuers/under.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { problemOf } from './problem.ts'
import { findUpstream } from './upstream-store.ts'

const nameOf = ({ project }: OptionsContext): string => `_signed_out_${project.id}`

/** Long enough for the page that follows. */
const keptMs = 60_000

/**
 * Who signs out here is offered to sign out of the provider they came from as well: it is noted while the session ends, and
 * the page that follows shows the way (OpenID Connect RP-Initiated Logout 1.0).
 */
export function offerUpstreamSignOut(provider: Provider, context: OptionsContext): void {
  useUnder(provider, 'session', async (plain, next) => {
    const isEnding = plain.path === '/session/end' || plain.path === '/session/end/confirm'
    if (!isEnding || !context.settings['federation.enabled']) return next()
    const ctx = plain as unknown as KoaContextWithOIDC
    const { accountId, uid } = await provider.Session.get(ctx)
    await next()
    if (!accountId || ctx.status !== 303) return
    const providerId = await providerOf(context, uid)
    if (providerId !== undefined) keep(context, ctx, providerId)
  })
}

async function providerOf({ deps, project }: OptionsContext, uid: string): Promise<string | undefined> {
  const [row] = await deps.database.rows<{ providerId: string }>(sql`
    SELECT provider_id AS "providerId" FROM upstream_sessions WHERE project_id = ${project.id} AND id = ${uid}`)
  return row?.providerId
}

function keep(context: OptionsContext, ctx: KoaContextWithOIDC, providerId: string | null): void {
  ctx.cookies.set(nameOf(context), providerId, {
    path: `${context.mountPath}/session/end/success`,
    httpOnly: true,
    sameSite: 'lax',
    secure: context.issuer.startsWith('https:'),
    signed: false,
    overwrite: true,
    ...(providerId === null ? {} : { maxAge: keptMs }),
  })
}

/** Where the person signs out of the provider they came from; undefined where there is none, or it cannot say. */
export async function upstreamSignOut(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
): Promise<{ readonly name: string; readonly address: string } | undefined> {
  const providerId = ctx.cookies.get(nameOf(context), { signed: false })
  if (providerId === undefined) return undefined
  keep(context, ctx, null)
  const upstream = await findUpstream(context, providerId)
  if (!upstream?.enabled) return undefined
  const config = await context.deps.upstreams.connect(upstream).catch((error: unknown) => {
    if (problemOf(error) === null) throw error
  })
  const address = URL.parse(config?.serverMetadata().end_session_endpoint ?? '')
  if (!address) return undefined
  address.searchParams.set('client_id', upstream.clientId)
  return { name: upstream.displayName, address: address.href }
}
