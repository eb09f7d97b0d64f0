import { sql } from '@signet/db'
import { idTokenPlace } from '@signet/federation'
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
    if (accountId && ctx.status === 303 && (await cameThroughProvider(context, uid))) keep(context, ctx, uid)
  })
}

const sessionOf = ({ project }: OptionsContext, uid: string) =>
  sql`project_id = ${project.id} AND id = ${uid}`

const cameThroughProvider = async (context: OptionsContext, uid: string): Promise<boolean> =>
  (
    await context.deps.database.rows<object>(
      sql`SELECT 1 FROM upstream_sessions WHERE ${sessionOf(context, uid)}`,
    )
  ).length > 0

function keep(context: OptionsContext, ctx: KoaContextWithOIDC, uid: string | null): void {
  ctx.cookies.set(nameOf(context), uid, {
    path: `${context.mountPath}/session/end/success`,
    httpOnly: true,
    sameSite: 'lax',
    secure: context.issuer.startsWith('https:'),
    signed: false,
    overwrite: true,
    ...(uid === null ? {} : { maxAge: keptMs }),
  })
}

interface Left {
  readonly providerId: string
  readonly subject: string
  readonly idTokenSealed: string | null
}

/**
 * Where the person signs out of the provider they came from, once; undefined where there is none, or it cannot say. The ID
 * token shows whose session it is, so that the provider need not ask (section 2). No address to come back to is named: a
 * provider where it is not registered would refuse, and leave the person signed in.
 */
export async function upstreamSignOut(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
): Promise<{ readonly name: string; readonly address: string } | undefined> {
  const uid = ctx.cookies.get(nameOf(context), { signed: false })
  if (uid === undefined) return undefined
  keep(context, ctx, null)
  const [left] = await context.deps.database.rows<Left>(sql`
    DELETE FROM upstream_sessions s WHERE ${sessionOf(context, uid)}
      AND NOT EXISTS (SELECT 1 FROM oidc_sessions o WHERE o.project_id = s.project_id AND o.uid = s.id)
    RETURNING provider_id AS "providerId", subject, id_token_sealed AS "idTokenSealed"`)
  const upstream = left && (await findUpstream(context, left.providerId))
  if (!left || !upstream?.enabled) return undefined
  const config = await context.deps.upstreams.connect(upstream).catch((error: unknown) => {
    if (problemOf(error) === null) throw error
  })
  const address = URL.parse(config?.serverMetadata().end_session_endpoint ?? '')
  if (!address) return undefined
  address.searchParams.set('client_id', upstream.clientId)
  if (left.idTokenSealed !== null) address.searchParams.set('id_token_hint', hintOf(context, left))
  return { name: upstream.displayName, address: address.href }
}

const hintOf = ({ deps, project }: OptionsContext, { providerId, subject, idTokenSealed }: Left): string =>
  deps.vault.open(idTokenSealed ?? '', idTokenPlace({ projectId: project.id, providerId }, subject))
