import { sql } from '@signet/db'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import * as z from 'zod'
import { PresentedCredentials, SignInBasis } from '../artifacts/sign-in-basis.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { LayerFactory } from '../core/layer.ts'
import { sessionSeconds } from '../protocol/lifetimes.ts'
import { requireRequestState } from '../request/state.ts'
import { UpstreamPerson } from '../sign-in/progress.ts'
import { isSignInValid, requireValidSignIn } from '../sign-in/standing.ts'
import { endSession } from '../sign-out/end-session.ts'

const Login = z.object({
  accountId: z.string(),
  basis: SignInBasis,
  presented: PresentedCredentials.optional(),
  upstream: UpstreamPerson.optional(),
})

/**
 * Signs another account out of this browser before a completed sign-in continues. Discards the sign-in when its account, password or
 * link was revoked since the page was submitted.
 */
export const accountSwitchLayer: LayerFactory =
  ({ provider, context }) =>
  async (ctx, next) => {
    const login = await checkLogin(provider, context, ctx)
    await next()
    if (login) noteUpstreamSession(context, ctx, login)
  }

interface CheckedLogin extends z.output<typeof Login> {
  /** True when this browser has a session of the account already. */
  readonly again: boolean
}

async function checkLogin(
  provider: Provider,
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
): Promise<CheckedLogin | undefined> {
  const uid = ctx.cookies.get(`_resume_${context.project.id}`, { signed: true })
  const interaction = uid ? await provider.Interaction.find(uid) : undefined
  if (!interaction?.result?.login) return undefined
  const login = Login.safeParse(interaction.result.login).data
  const save = () => interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)))
  if (!login || !(await isSignInValid(context, login))) {
    // Makes the authorization endpoint require a sign-in again.
    interaction.result = {}
    await save()
    return undefined
  }
  const { accountId } = login
  requireValidSignIn(context, login)
  requireRequestState().presented = login.presented
  const session = await provider.Session.get(ctx)
  const again = session.accountId === accountId
  if (!session.accountId || again) return { ...login, again }
  await endSession(provider, context, session, session.accountId)
  delete interaction.session
  await save()
  return { ...login, again }
}

/**
 * Stores the session of the identity provider, which can end this one (OpenID Connect Back-Channel Logout 1.0). A new sign-in with a
 * password removes the reference.
 */
function noteUpstreamSession(
  { project }: OptionsContext,
  { oidc }: KoaContextWithOIDC,
  { accountId, upstream, again }: CheckedLogin,
): void {
  const uid = oidc?.session?.uid
  if (!uid || oidc.session?.accountId !== accountId || (!upstream && !again)) return
  const key = sql`project_id = ${project.id} AND id = ${uid}`
  const noted = upstream
    ? sql`
      INSERT INTO upstream_sessions (project_id, id, provider_id, subject, upstream_sid, id_token_sealed, account_id, session_uid, expires_at)
      SELECT ${project.id}, ${uid}, id, ${upstream.subject}, ${upstream.sid}, ${upstream.idTokenSealed ?? null}, ${accountId}, ${uid}, now() + make_interval(secs => ${sessionSeconds}::int)
      FROM identity_providers WHERE project_id = ${project.id} AND id = ${upstream.providerId}
      ON CONFLICT (project_id, id) DO UPDATE SET provider_id = EXCLUDED.provider_id, subject = EXCLUDED.subject,
        upstream_sid = EXCLUDED.upstream_sid, id_token_sealed = EXCLUDED.id_token_sealed, account_id = EXCLUDED.account_id, expires_at = EXCLUDED.expires_at`
    : sql`DELETE FROM upstream_sessions WHERE ${key}`
  requireRequestState().writes.addInsert('upstream session', noted)
}
