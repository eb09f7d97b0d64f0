import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { OwnProfile, ProfileProblem } from '../../own-account/own-profile.ts'
import type { PasswordProblem } from '../../own-account/prove-again.ts'
import { fact, formFact } from '../shared/facts.ts'
import { accountField, type OwnPageView, ownLayout } from '../shared/own-layout.ts'
import {
  avatar,
  breakable,
  describedBy,
  fieldProblem,
  knownPasswordField,
  problemLine,
  sentenceWithEmail,
  wrongLine,
} from '../shared/parts.ts'

export interface OwnProfileView extends OwnPageView {
  readonly isManaged: boolean
  readonly profile: OwnProfile
  /** Address of the stored picture; null without one. */
  readonly shownPicture: string | null
  readonly problem?: ProfileProblem | undefined
  readonly isSaved?: boolean
  /** Absent for an account whose address cannot change. */
  readonly proof?: 'password' | 'passkey' | 'sign-in'
  readonly addressProblem?: PasswordProblem | undefined
  readonly typedAddress?: string
  /** The new address, after a link was requested. */
  readonly sentTo?: string
}

export function ownProfilePage(view: OwnProfileView): Html {
  const { accountHome } = pagesTextsOf(view.locale)
  const forms = html`${profileForm(view)}${addressForm(view)}`
  return ownLayout(view, accountHome.profile, view.isManaged ? managedProfile(view) : forms)
}

/** Lists the values without fields. */
function managedProfile({ locale, accountName, profile, shownPicture }: OwnProfileView): Html {
  const { accountHome, ownProfile: text } = pagesTextsOf(locale)
  const { displayName, givenName, familyName } = profile
  const values = [
    { title: accountHome.name, state: displayName },
    { title: text.givenName, state: givenName },
    { title: text.familyName, state: familyName },
  ]
  return html`<p class="notice info">${text.managed}</p>
<div class="person">${avatar(displayName || accountName, shownPicture ?? '')}<div><bdi>${breakable(accountName)}</bdi></div></div>
<ul class="facts">${values.filter(({ state }) => state).map(fact)}</ul>`
}

interface Field {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly attributes: Html
  readonly problem?: Html | string
}

const field = ({ name, label, value, attributes, problem = '' }: Field): Html =>
  html`<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" ${attributes}>${problem}</div>`

function profileForm(view: OwnProfileView): Html {
  const { locale, action, accountName, profile, shownPicture, problem, isSaved } = view
  const { accountHome, ownProfile: text } = pagesTextsOf(locale)
  const { displayName, givenName, familyName, picture } = profile
  const nameOf = (autocomplete: string): Html =>
    html`maxlength="256" autocomplete="${autocomplete}"${problem === 'name' ? html` aria-describedby="problem" aria-invalid="true"` : ''}`
  const ofPicture = html`type="url" maxlength="2048" dir="ltr" autocomplete="photo" placeholder="https://" pattern="https://.*" aria-describedby="picture-text${problem === 'picture' ? ' problem' : ''}"${problem === 'picture' ? html` aria-invalid="true" autofocus` : ''}`
  const wrong = problem ? wrongLine(problem === 'name' ? text.badName : text.badPicture) : ''
  return html`${isSaved ? html`<p class="notice good" role="status">${text.saved}</p>` : ''}
<form method="post" action="${action}">${accountField(view)}
${field({ name: 'name', label: accountHome.name, value: displayName, attributes: nameOf('name'), problem: problem === 'name' ? wrong : '' })}
<div class="pair">${field({ name: 'givenName', label: text.givenName, value: givenName, attributes: nameOf('given-name') })}
${field({ name: 'familyName', label: text.familyName, value: familyName, attributes: nameOf('family-name') })}</div>
<div class="person picked">${avatar(displayName || accountName, shownPicture ?? '')}${field({ name: 'picture', label: text.picture, value: picture, attributes: ofPicture, problem: html`${problem === 'picture' ? wrong : ''}<p class="quiet rule" id="picture-text">${text.pictureText}</p>` })}</div>
<button name="save" value="1">${text.save}</button>
</form>`
}

function addressForm(view: OwnProfileView): Html | string {
  const { locale, action, accountName, proof, addressProblem, typedAddress = '', sentTo } = view
  const { common, accountHome, ownProfile: text, verification } = pagesTextsOf(locale)
  if (!proof) return ''
  if (sentTo)
    return html`<section class="app"><h2>${common.email}</h2><p class="notice info" role="status">${sentenceWithEmail(verification.byLink, sentTo)}</p></section>`
  const isWrong = addressProblem?.kind === 'wrongPassword'
  const ofAddress = addressProblem && addressProblem.kind !== 'wrongPassword' ? addressProblem : undefined
  const form = html`<p class="quiet">${text.changeEmailText}</p>
${problemLine(ofAddress, locale)}
<form method="post" action="${action}">${accountField(view)}<input type="hidden" name="username" value="${accountName}" autocomplete="username">
${field({ name: 'newAddress', label: text.newEmail, value: typedAddress, attributes: html`type="email" maxlength="254" autocomplete="email" autocapitalize="none" spellcheck="false" required${describedBy(ofAddress)}`, problem: fieldProblem(ofAddress, locale) })}
${proof === 'password' ? html`${knownPasswordField(locale, { id: 'current', label: accountHome.current, isWrong, problem: accountHome.wrongPassword, autofocus: isWrong })}` : ''}
${proof === 'passkey' ? html`<p class="quiet">${accountHome.provenByPasskey}</p>` : ''}
<button name="change" value="1">${text.changeEmail}</button>
</form>`
  const isOpen = addressProblem !== undefined
  return html`<ul class="facts">${formFact({ title: common.email, state: html`<bdi>${breakable(accountName)}</bdi>`, verb: text.changeEmail, form, isOpen })}</ul>`
}
