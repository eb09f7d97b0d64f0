import { readLink } from '@signet/accounts'
import { digest, sameDigest } from '@signet/secrets'
import type { LayerFactory } from '../../core/layer.ts'
import { changeOwnAddress } from '../../own-account/own-address.ts'
import { type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { goSignIn } from '../../own-account/own-sign-in.ts'
import { ownLocale } from '../../own-account/own-view.ts'
import { keepToken, takeToken, tokenIn } from '../mailed-links/link-cookie.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { sendPage } from '../shared/respond.ts'
import { type AddressEnd, addressDonePage, newAddressPage } from './view.ts'

const path = '/account/address'

/** Requires that the user is signed in, so that a forwarded link changes neither the account of its sender nor that of its reader. */
export const newAddressLayer: LayerFactory = (parts) => {
  const page = ownPage({ path, show, answer })(parts)
  const { context } = parts
  return async (ctx, next) => {
    const { token } = ctx.query
    const isTaken =
      ctx.method === 'GET' &&
      typeof token === 'string' &&
      takeToken(context, ctx, `${context.mountPath}${path}`, token)
    if (!isTaken) await page(ctx, next)
  }
}

const viewOf = (visit: OwnVisit) => ({
  locale: ownLocale(visit),
  project: projectBrand(visit.context),
  account: `${visit.context.mountPath}/account`,
})

/** Changes nothing: mail programs and scanners open links too. */
async function show(visit: OwnVisit): Promise<void> {
  const { context, ctx, account } = visit
  const token = tokenIn(ctx)
  const found = await readLink(context.deps.database, context.project.id, token, 'address')
  if (found?.accountId !== account.id) return end(visit, 'invalid')
  const view = viewOf(visit)
  const page = newAddressPage({
    ...view,
    action: `${context.mountPath}${path}`,
    accountId: account.id,
    link: digest(token),
    email: found.email,
  })
  sendPage(ctx, page, { locale: view.locale })
}

async function answer(visit: OwnVisit, form: ReadonlyMap<string, string>): Promise<void> {
  const { provider, context, ctx } = visit
  const token = tokenIn(ctx)
  // Another link was opened in this browser since: its cookie replaced that of the posted page.
  if (!sameDigest(form.get('link') ?? '', digest(token))) return end(visit, 'invalid')
  const result = await changeOwnAddress(visit, token)
  if (result === 'sign-in') return goSignIn(provider, context, ctx, path, { forceSignIn: true })
  return end(visit, result)
}

function end(visit: OwnVisit, how: AddressEnd): void {
  const { context, ctx } = visit
  keepToken(context, ctx, `${context.mountPath}${path}`, null)
  const view = viewOf(visit)
  const status = { changed: 200, invalid: 404, taken: 422 }[how]
  sendPage(ctx, addressDonePage({ ...view, end: how }), { locale: view.locale, status })
}
