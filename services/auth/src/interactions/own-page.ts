import { ownClientId } from '@signet/sessions'
import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { useUnder } from '../issuers/under.ts'
import { entitledAccount } from '../provider-options/accounts.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { notePage, showingProblems } from './error.ts'
import { readForm, requireOwnOrigin } from './form.ts'
import { goSignIn, type OwnPath } from './own-sign-in.ts'

/** One request of a signed-in person to a page of ours that belongs to no sign-in. */
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
  /** Does what the form asks; the page follows. */
  readonly answer: (visit: OwnVisit, form: ReadonlyMap<string, string>) => Promise<void>
}

/** Adds a page for who is signed in here; anybody else signs in first and is led back. */
export function addOwnPage(provider: Provider, context: OptionsContext, page: OwnPage): void {
  useUnder(provider, 'account', async (plain, next) => {
    if (plain.path !== page.path) return next()
    const ctx = plain as unknown as KoaContextWithOIDC
    await showingProblems(ctx, context, () => handle(provider, context, ctx, page))
  })
}

async function handle(
  provider: Provider,
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  { path, show, answer }: OwnPage,
): Promise<void> {
  const place = { route: path.slice(1).replaceAll('/', '.'), clientId: ownClientId }
  notePage(place)
  if (ctx.method !== 'GET' && ctx.method !== 'POST')
    throw new errors.InvalidRequest('this page cannot be reached like that')
  if (ctx.query.error) throw new errors.AccessDenied('the sign-in was cancelled')
  // The code of our own sign-in is not kept in the address.
  if (ctx.query.code) return leadTo(ctx, context, path)
  const session = await provider.Session.get(ctx)
  notePage({ ...place, accountId: session.accountId })
  const account = session.accountId ? await entitledAccount(context, session.accountId) : undefined
  if (!account) return goSignIn(provider, context, ctx, path)
  // Somebody else is in front of this browser.
  if (ctx.method === 'GET' && ctx.query.prompt === 'login')
    return goSignIn(provider, context, ctx, path, { anew: true })
  const visit = { provider, context, ctx, account, session }
  if (ctx.method === 'GET') return show(visit)
  requireOwnOrigin(ctx, context.issuer)
  const form = await readForm(ctx.req)
  if (form.get('accountId') !== account.id)
    throw new errors.InvalidRequest('the account changed since this page was shown')
  await answer(visit, form)
  // The page was sent already where it says what is wrong, or the browser is led elsewhere.
  if (!ctx.body && ctx.status !== 303) leadTo(ctx, context, path)
}

function leadTo(ctx: KoaContextWithOIDC, { mountPath }: OptionsContext, path: OwnPath): void {
  ctx.status = 303
  ctx.redirect(`${mountPath}${path}`)
}

/** Seconds after a sign-in in which the person counts as having just proven the account. */
const provenSeconds = 300

/** Whether the person signed in a moment ago; the page sends anybody else to sign in anew. */
export async function hasJustSignedIn(
  { provider, context, ctx, session }: OwnVisit,
  path: OwnPath,
): Promise<boolean> {
  const { loginTs = 0 } = session
  if (Math.floor(Date.now() / 1_000) - loginTs <= provenSeconds) return true
  await goSignIn(provider, context, ctx, path, { anew: true })
  return false
}

/** What a person recognises their account by. */
export const nameOfPerson = ({ account }: OwnVisit): string => account.email ?? account.username ?? account.id
