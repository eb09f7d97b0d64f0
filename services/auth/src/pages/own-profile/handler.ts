import { readSignInState } from '@signet/accounts'
import { errors } from 'oidc-provider'
import { canChangeAddress, isNewAddress, requestNewAddress } from '../../own-account/own-address.ts'
import { hasJustSignedIn, type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import {
  problemOfProfile,
  readOwnProfile,
  saveOwnProfile,
  shownPicture,
} from '../../own-account/own-profile.ts'
import { ownLocale, ownView, sendOwnPage } from '../../own-account/own-view.ts'
import { neededProof, type PasswordProblem, proveAgain } from '../../own-account/prove-again.ts'
import { type OwnProfileView, ownProfilePage } from './view.ts'

const path = '/account/profile'

export const ownProfileLayer = ownPage({ path, show: (visit) => show(visit), answer })

type Shown = Pick<OwnProfileView, 'isSaved' | 'sentTo' | 'problem' | 'addressProblem' | 'typedAddress'> & {
  readonly posted?: OwnProfileView['profile']
}

async function show(visit: OwnVisit, { posted, ...shown }: Shown = {}): Promise<void> {
  const profile = await readOwnProfile(visit)
  const page = ownProfilePage({
    ...shown,
    ...ownView(visit, path),
    isManaged: visit.account.managed,
    profile: posted ?? profile,
    shownPicture: shownPicture(profile.picture),
    ...((await canChangeAddress(visit)) ? { proof: await neededProof(visit) } : {}),
  })
  const isRefused = shown.problem !== undefined || shown.addressProblem !== undefined
  sendOwnPage(visit, page, { isRefused, picture: shownPicture(profile.picture) })
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
  if (!(await canChangeAddress(visit))) throw new errors.InvalidRequest('the address cannot be changed')
  if (!isNewAddress(email)) return again({ kind: 'address' })
  const needed = await neededProof(visit)
  if (needed === 'sign-in' && !(await hasJustSignedIn(visit, path))) return
  if (needed === 'password') {
    const proof = await proveAgain(visit, form.get('current') ?? '')
    if ('kind' in proof) return again(proof)
    if (proof.release) await deps.database.run(proof.release)
  }
  const state = await readSignInState(deps.database, project.id, account.id)
  const request = { email, languages: state?.languages ?? [], locale: ownLocale(visit) }
  if (email !== account.email) deps.backgroundTasks.run(() => requestNewAddress(visit, request))
  await show(visit, { sentTo: email })
}
