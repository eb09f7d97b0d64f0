import { type LinkFailure, leaveToLink, linkableProviders, linkFailures } from '../../federation/add-link.ts'
import { ownIdentities, unlinkOwn } from '../../federation/own-identities.ts'
import { hasJustSignedIn, type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { ownLocale, ownView, sendOwnPage } from '../../own-account/own-view.ts'
import { leavingPage } from '../leaving/view.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { identitiesPage } from './view.ts'

const path = '/account/identities'

export const identitiesLayer = ownPage({ path, show: (visit) => show(visit), answer })

async function show(visit: OwnVisit, failed = failureIn(visit)): Promise<void> {
  const { context, account } = visit
  const { database } = context.deps
  const [identities, linkable] = await Promise.all([
    ownIdentities(database, context, account.id),
    linkableProviders(database, context, account.id),
  ])
  const page = identitiesPage({
    ...ownView(visit, path),
    identities,
    linkable,
    failed: failed && { reason: failed, provider: nameIn([...linkable, ...named(identities)], visit) },
  })
  sendOwnPage(visit, page, { isRefused: failed !== undefined })
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
  const project = projectBrand(visit.context)
  const page = leavingPage({ locale: ownLocale(visit), project, providerName: left.name, url: left.url })
  sendOwnPage(visit, page)
}
