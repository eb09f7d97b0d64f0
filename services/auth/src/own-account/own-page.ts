import { ownClientId } from '@signet/sessions'
import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { PresentedCredentials } from '../artifacts/sign-in-basis.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { LayerFactory } from '../core/layer.ts'
import { notePage, showingProblems } from '../pages/problem/error.ts'
import { readForm, requireOwnOrigin } from '../pages/shared/form.ts'
import { entitledAccount } from '../protocol/accounts.ts'
import { goSignIn, type OwnPath } from './own-sign-in.ts'

/** A request of a signed-in user outside any sign-in. */
export interface OwnVisit {
  readonly provider: Provider
  readonly context: OptionsContext
  readonly ctx: KoaContextWithOIDC
  readonly account: NonNullable<Awaited<ReturnType<typeof entitledAccount>>>
  readonly session: Awaited<ReturnType<Provider['Session']['get']>>
}

interface OwnPage {
  readonly path: OwnPath
  readonly show: (visit: OwnVisit) => Promise<void>
  /** The page is shown after it. */
  readonly answer: (visit: OwnVisit, form: ReadonlyMap<string, string>) => Promise<void>
}

/** A browser without a session is redirected to the sign-in and back. */
export const ownPage =
  (page: OwnPage): LayerFactory =>
  ({ provider, context }) =>
  (ctx) =>
    showingProblems(ctx, context, () => handle(provider, context, ctx, page))

async function handle(
  provider: Provider,
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  { path, show, answer }: OwnPage,
): Promise<void> {
  const page = { route: path.slice(1).replaceAll('/', '.'), clientId: ownClientId }
  notePage(page)
  if (ctx.method !== 'GET' && ctx.method !== 'POST')
    throw new errors.InvalidRequest('this page cannot be reached like that')
  if (ctx.query.error) throw new errors.AccessDenied('the sign-in was cancelled')
  // Removes the code of the page's own sign-in from the address.
  if (ctx.query.code) return leadTo(ctx, context, path)
  const session = await provider.Session.get(ctx)
  notePage({ ...page, accountId: session.accountId })
  const account = session.accountId ? await entitledAccount(context, session.accountId) : undefined
  if (!account) return goSignIn(provider, context, ctx, path)
  // Another user is using this browser.
  if (ctx.method === 'GET' && ctx.query.prompt === 'login')
    return goSignIn(provider, context, ctx, path, { forceSignIn: true })
  const visit = { provider, context, ctx, account, session }
  if (ctx.method === 'GET') return show(visit)
  requireOwnOrigin(ctx, context.issuer)
  const form = await readForm(ctx.req)
  if (form.get('accountId') !== account.id)
    throw new errors.InvalidRequest('the account changed since this page was shown')
  await answer(visit, form)
  // The handler has sent the page with a problem, or a redirect.
  if (!ctx.body && ctx.status !== 303) leadTo(ctx, context, path)
}

function leadTo(ctx: KoaContextWithOIDC, { mountPath }: OptionsContext, path: OwnPath): void {
  ctx.status = 303
  ctx.redirect(`${mountPath}${path}`)
}

/** Time in which the user counts as having just proven the account. */
const provenSeconds = 300

const isRecent = ({ session: { loginTs = 0 } }: OwnVisit): boolean =>
  Math.floor(Date.now() / 1_000) - loginTs <= provenSeconds

/** The passkey must have verified the user. */
export function hasJustUsedPasskey(visit: OwnVisit): boolean {
  const { amr = [], presented } = visit.session as {
    readonly amr?: readonly string[]
    readonly presented?: unknown
  }
  const { passkeys = [] } = PresentedCredentials.safeParse(presented).data ?? {}
  return isRecent(visit) && amr.includes('user') && passkeys.length > 0
}

/** Redirects the browser to sign in again, unless the user signed in a moment ago. */
export async function hasJustSignedIn(visit: OwnVisit, path: OwnPath): Promise<boolean> {
  if (isRecent(visit)) return true
  const { provider, context, ctx } = visit
  await goSignIn(provider, context, ctx, path, { forceSignIn: true })
  return false
}

export const nameOfPerson = ({ account }: OwnVisit): string => account.email ?? account.username ?? account.id
