import { sql } from '@signet/db'
import { idTokenPlace } from '@signet/federation'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { LayerFactory } from '../core/layer.ts'
import { problemOf } from '../upstream/problem.ts'
import { findUpstream } from './upstream-store.ts'

const nameOf = ({ project }: OptionsContext): string => `_signed_out_${project.id}`

/** Lifetime of the cookie, long enough for the page that follows. Milliseconds. */
const keptMs = 60_000

/**
 * Stores in a cookie that the ended session came through an identity provider, so that the page that follows offers to sign out
 * there as well (OpenID Connect RP-Initiated Logout 1.0).
 */
export const upstreamSignOutLayer: LayerFactory =
  ({ provider, context }) =>
  async (ctx, next) => {
    if (!context.settings['federation.enabled']) return next()
    const { accountId, uid } = await provider.Session.get(ctx)
    await next()
    if (accountId && ctx.status === 303 && (await cameThroughProvider(context, uid))) keep(context, ctx, uid)
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

interface EndedSession {
  readonly providerId: string
  readonly subject: string
  readonly idTokenSealed: string | null
}

/**
 * Returns the address to sign out of the identity provider, once; undefined without one, or when discovery
 * fails. The ID token identifies the session, which saves the user a confirmation there (section 2). No
 * redirect address is sent: a provider where it is not registered would reject the request, and the user
 * would stay signed in.
 */
export async function upstreamSignOut(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
): Promise<{ readonly name: string; readonly address: string } | undefined> {
  const uid = ctx.cookies.get(nameOf(context), { signed: false })
  if (uid === undefined) return undefined
  keep(context, ctx, null)
  const [left] = await context.deps.database.rows<EndedSession>(sql`
    DELETE FROM upstream_sessions s WHERE ${sessionOf(context, uid)}
      AND NOT EXISTS (SELECT 1 FROM oidc_sessions o WHERE o.project_id = s.project_id AND o.uid = s.id)
    RETURNING provider_id AS "providerId", subject, id_token_sealed AS "idTokenSealed"`)
  const upstream = left && (await findUpstream(context, left.providerId))
  if (!left || !upstream?.enabled || upstream.protocol === 'saml') return undefined
  const config = await context.deps.upstreams.connect(upstream).catch((error: unknown) => {
    if (problemOf(error) === null) throw error
  })
  const address = URL.parse(config?.serverMetadata().end_session_endpoint ?? '')
  if (!address) return undefined
  address.searchParams.set('client_id', upstream.clientId)
  if (left.idTokenSealed !== null) address.searchParams.set('id_token_hint', hintOf(context, left))
  return { name: upstream.displayName, address: address.href }
}

const hintOf = (
  { deps, project }: OptionsContext,
  { providerId, subject, idTokenSealed }: EndedSession,
): string =>
  deps.vault.open(idTokenSealed ?? '', idTokenPlace({ projectId: project.id, providerId }, subject))
