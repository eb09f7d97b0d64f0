import { readSignInState } from '@signet/accounts'
import { chooseLocale } from '@signet/i18n'
import { mailConfigured } from '@signet/mail'
import { errors } from 'oidc-provider'
import { isNewAddress, requestNewAddress } from '../../own-account/own-address.ts'
import {
  hasJustSignedIn,
  hasJustUsedPasskey,
  nameOfPerson,
  type OwnVisit,
  ownPage,
} from '../../own-account/own-page.ts'
import { problemOfProfile, readOwnProfile, saveOwnProfile } from '../../own-account/own-profile.ts'
import { type PasswordProblem, proveAgain } from '../../own-account/prove-again.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { sendPage } from '../shared/respond.ts'
import { type OwnProfileView, ownProfilePage } from './view.ts'

const path = '/account/profile'

export const ownProfileLayer = ownPage({ path, show: (visit) => show(visit), answer })

type Shown = Pick<OwnProfileView, 'isSaved' | 'sentTo' | 'problem' | 'addressProblem' | 'typedAddress'> & {
  readonly posted?: OwnProfileView['profile']
}

const localeOf = ({ ctx }: OwnVisit) => chooseLocale(ctx.query.ui_locales, ctx.get('accept-language'))

/** Proof before the address changes: `sign-in` for a user without a password. */
async function proofOf(visit: OwnVisit): Promise<'password' | 'passkey' | 'sign-in'> {
  if (hasJustUsedPasskey(visit)) return 'passkey'
  const { context, account } = visit
  const state = await readSignInState(context.deps.database, context.project.id, account.id)
  return context.project.passwordLogin && state && state.passwordSetAt !== null ? 'password' : 'sign-in'
}

/** An administrator changes the address in the console, whose refusals protect the access of super administrators. */
const changesAddressHere = ({ context: { project }, account }: OwnVisit): boolean =>
  account.email !== null && project.reserved !== 'administrators'

async function show(visit: OwnVisit, { posted, ...shown }: Shown = {}): Promise<void> {
  const { context, ctx, account } = visit
  const locale = localeOf(visit)
  const mails = await mailConfigured(context.deps.database)
  const page = ownProfilePage({
    ...shown,
    locale,
    project: projectBrand(context),
    action: `${context.mountPath}${path}`,
    account: `${context.mountPath}/account`,
    accountId: account.id,
    accountName: nameOfPerson(visit),
    isManaged: account.managed,
    profile: posted ?? (await readOwnProfile(visit)),
    ...(mails && changesAddressHere(visit) ? { proof: await proofOf(visit) } : {}),
  })
  const isRefused = shown.problem !== undefined || shown.addressProblem !== undefined
  sendPage(ctx, page, { locale, ...(isRefused ? { status: 422 } : {}) })
}

async function answer(visit: OwnVisit, form: ReadonlyMap<string, string>): Promise<void> {
  if (visit.account.managed) throw new errors.InvalidRequest('a directory manages the account')
  return form.has('newAddress') ? changeAddress(visit, form) : save(visit, form)
}

async function save(visit: OwnVisit, form: ReadonlyMap<string, string>): Promise<void> {
  const field = (name: string): string => (form.get(name) ?? '').trim()
  const profile = {
    displayName: field('name'),
    givenName: field('givenName'),
    familyName: field('familyName'),
    picture: field('picture'),
  }
  const problem = problemOfProfile(profile)
  if (problem) return show(visit, { problem, posted: profile })
  await saveOwnProfile(visit, profile)
  await show(visit, { isSaved: true })
}

/** The response is the same for a free address and one of another account. */
async function changeAddress(visit: OwnVisit, form: ReadonlyMap<string, string>): Promise<void> {
  const { context, account } = visit
  const { deps, project } = context
  const email = (form.get('newAddress') ?? '').trim()
  const again = (addressProblem: PasswordProblem) => show(visit, { addressProblem, typedAddress: email })
  if (!(await mailConfigured(deps.database)) || !changesAddressHere(visit))
    throw new errors.InvalidRequest('the address cannot be changed')
  if (!isNewAddress(email)) return again({ kind: 'address' })
  const needed = await proofOf(visit)
  if (needed === 'sign-in' && !(await hasJustSignedIn(visit, path))) return
  if (needed === 'password') {
    const proof = await proveAgain(visit, form.get('current') ?? '')
    if ('kind' in proof) return again(proof)
    if (proof.release) await deps.database.run(proof.release)
  }
  const state = await readSignInState(deps.database, project.id, account.id)
  const request = { email, languages: state?.languages ?? [], locale: localeOf(visit) }
  if (email !== account.email) deps.backgroundTasks.run(() => requestNewAddress(visit, request))
  await show(visit, { sentTo: email })
}
