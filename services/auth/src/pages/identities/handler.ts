import { chooseLocale } from '@signet/i18n'
import { type LinkFailure, leaveToLink, linkableProviders, linkFailures } from '../../federation/add-link.ts'
import { ownIdentities, unlinkOwn } from '../../federation/own-identities.ts'
import { hasJustSignedIn, nameOfPerson, type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { leavingPage } from '../leaving/view.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { sendPage } from '../shared/respond.ts'
import { identitiesPage } from './view.ts'

const path = '/account/identities'

export const identitiesLayer = ownPage({ path, show: (visit) => show(visit), answer })

const localeOf = ({ ctx }: OwnVisit) => chooseLocale(ctx.query.ui_locales, ctx.get('accept-language'))

async function show(visit: OwnVisit, failed = failureIn(visit)): Promise<void> {
  const { context, ctx, account } = visit
  const { database } = context.deps
  const locale = localeOf(visit)
  const [identities, linkable] = await Promise.all([
    ownIdentities(database, context, account.id),
    linkableProviders(database, context, account.id),
  ])
  const page = identitiesPage({
    locale,
    project: projectBrand(context),
    action: `${context.mountPath}${path}`,
    accountId: account.id,
    accountName: nameOfPerson(visit),
    identities,
    linkable,
    failed: failed && { reason: failed, provider: nameIn([...linkable, ...named(identities)], visit) },
    account: `${context.mountPath}/account`,
  })
  sendPage(ctx, page, { locale, ...(failed ? { status: 422 } : {}) })
}

const failureIn = ({ ctx }: OwnVisit): LinkFailure | undefined =>
  linkFailures.find((reason) => reason === ctx.query.failed)

const named = (identities: Awaited<ReturnType<typeof ownIdentities>>) =>
  identities.map(({ providerId, displayName }) => ({ id: providerId, displayName }))

const nameIn = (
  providers: readonly { readonly id: string; readonly displayName: string }[],
  { ctx }: OwnVisit,
) => providers.find(({ id }) => id === ctx.query.provider)?.displayName ?? ''

/** The only sign-in method of an account is not removed; the page that follows shows it. */
async function answer(visit: OwnVisit, form: ReadonlyMap<string, string>): Promise<void> {
  const added = form.get('add')
  if (added) return add(visit, added)
  await unlinkOwn(visit.context, visit.account.id, form.get('providerId') ?? '')
}

/** A recent sign-in keeps another user of an open browser from adding a method. */
async function add(visit: OwnVisit, providerId: string): Promise<void> {
  if (!(await hasJustSignedIn(visit, path))) return
  const left = await leaveToLink(visit, providerId)
  if (typeof left === 'string') return show(visit, left)
  const { context, ctx } = visit
  const locale = localeOf(visit)
  const page = leavingPage({ locale, project: projectBrand(context), providerName: left.name, url: left.url })
  sendPage(ctx, page, { locale })
}
