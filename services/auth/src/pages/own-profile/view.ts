import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { OwnProfile, ProfileProblem } from '../../own-account/own-profile.ts'
import type { PasswordProblem } from '../../own-account/prove-again.ts'
import { layout } from '../shared/layout.ts'
import { type AccountPageView, breakable, knownPasswordField, ownLine, problemLine } from '../shared/parts.ts'
import { showPasswordBox } from '../shared/show-password.ts'

export interface OwnProfileView extends AccountPageView {
  readonly action: string
  readonly account: string
  readonly accountId: string
  readonly accountName: string
  readonly isManaged: boolean
  readonly profile: OwnProfile
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
  const { locale, project, account, isManaged } = view
  const { accountHome, ownProfile: text } = pagesTextsOf(locale)
  const title = accountHome.profile
  const body = html`<header><h1>${title}</h1></header>
${ownLine(locale, view)}
${isManaged ? html`<p>${text.managed}</p>` : html`${profileForm(view)}${addressForm(view)}`}
<p class="small"><a href="${account}">${accountHome.title}</a></p>`
  return layout({ locale, title, project, body })
}

interface Field {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly attributes: Html
}

const field = ({ name, label, value, attributes }: Field): Html =>
  html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" ${attributes}>`

function profileForm({ locale, action, accountId, profile, problem, isSaved }: OwnProfileView): Html {
  const { accountHome, ownProfile: text } = pagesTextsOf(locale)
  const { displayName, givenName, familyName, picture } = profile
  const nameOf = (autocomplete: string): Html =>
    html`maxlength="256" autocomplete="${autocomplete}"${problem === 'name' ? html` aria-describedby="problem" aria-invalid="true"` : ''}`
  const ofPicture = html`type="url" maxlength="2048" dir="ltr" autocomplete="photo" placeholder="https://" pattern="https://.*" aria-describedby="picture-text${problem === 'picture' ? ' problem' : ''}"${problem === 'picture' ? html` aria-invalid="true" autofocus` : ''}`
  return html`<section class="app">
${problem ? html`<p class="problem" role="alert" id="problem">${problem === 'name' ? text.badName : text.badPicture}</p>` : ''}
${isSaved ? html`<p class="notice good" role="status">${text.saved}</p>` : ''}
<form method="post" action="${action}"><input type="hidden" name="accountId" value="${accountId}">
${field({ name: 'name', label: accountHome.name, value: displayName, attributes: nameOf('name') })}
${field({ name: 'givenName', label: text.givenName, value: givenName, attributes: nameOf('given-name') })}
${field({ name: 'familyName', label: text.familyName, value: familyName, attributes: nameOf('family-name') })}
${field({ name: 'picture', label: text.picture, value: picture, attributes: ofPicture })}
<p class="quiet small" id="picture-text">${text.pictureText}</p>
<button name="save" value="1">${text.save}</button>
</form></section>`
}

function addressForm(view: OwnProfileView): Html | string {
  const { locale, action, accountId, accountName, proof, addressProblem, typedAddress = '', sentTo } = view
  const { common, accountHome, ownProfile: text, verification } = pagesTextsOf(locale)
  if (!proof) return ''
  if (sentTo)
    return html`<section class="app"><h2>${common.email}</h2><p class="notice good" role="status">${verification.byLink({ email: sentTo })}</p></section>`
  const isWrong = addressProblem?.kind === 'wrongPassword'
  const ofAddress = addressProblem && addressProblem.kind !== 'wrongPassword' ? addressProblem : undefined
  return html`<section class="app"><h2>${common.email}</h2><p class="account">${breakable(accountName)}</p>
<details${addressProblem ? html` open` : ''}><summary>${text.changeEmail}</summary><p class="quiet">${text.changeEmailText}</p>
${isWrong ? html`<p class="problem" role="alert" id="problem">${accountHome.wrongPassword}</p>` : problemLine(ofAddress, locale)}
<form method="post" action="${action}"><input type="hidden" name="accountId" value="${accountId}"><input type="hidden" name="username" value="${accountName}" autocomplete="username">
${field({ name: 'newAddress', label: text.newEmail, value: typedAddress, attributes: html`type="email" maxlength="254" autocomplete="email" autocapitalize="none" spellcheck="false" required${ofAddress ? html` aria-describedby="problem" aria-invalid="true"` : ''}` })}
${proof === 'password' ? html`${knownPasswordField({ id: 'current', label: accountHome.current, isWrong, autofocus: isWrong })}${showPasswordBox(locale)}` : ''}
${proof === 'passkey' ? html`<p class="quiet">${accountHome.provenByPasskey}</p>` : ''}
<button name="change" value="1">${text.changeEmail}</button>
</form></details></section>`
}
