import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { NewPasskeyForm } from '../../own-account/enrol-passkey.ts'
import type { EnrolmentProblem } from '../../passkeys/problem.ts'
import type { Onward } from '../../sign-in/onward.ts'
import { layout } from '../shared/layout.ts'
import {
  type AccountPageView,
  accountLine,
  type FormProblem,
  mainLink,
  newPasswordField,
  problemLine,
  resultHeader,
} from '../shared/parts.ts'
import { enrolmentProblemLine, passkeyForm, permittedLine, withoutPasskeys } from '../shared/passkey-form.ts'

interface LinkView extends AccountPageView {
  readonly action: string
  /** Digest of the token, which identifies the link without its secret. */
  readonly link: string
  readonly email: string
}

interface ChooseView extends LinkView {
  readonly purpose: 'invitation' | 'reset'
  readonly minCharacters: number
  readonly problem?: FormProblem | undefined
}

export function choosePasswordPage(view: ChooseView): Html {
  const { locale, project, problem, email } = view
  const { choose: text, common } = pagesTextsOf(locale)
  const title = text[view.purpose]
  const body = html`<header><h1>${title}</h1></header>
${problemLine(problem, locale)}
${accountLine(text.forAccount, email)}
<form method="post" action="${view.action}">
<input type="hidden" name="link" value="${view.link}"><input type="hidden" name="username" value="${email}" autocomplete="username">
${newPasswordField(locale, { label: common.newPassword, minCharacters: view.minCharacters, problem })}
<button name="submit" value="1">${text.submit}</button>
</form>
${notYouLine(locale)}`
  return layout({ locale, title, project, body })
}

interface PasskeyLinkView extends LinkView {
  readonly projectName: string
  readonly form: NewPasskeyForm
  readonly problem?: EnrolmentProblem | undefined
}

export function passkeyLinkPage(view: PasskeyLinkView): Html {
  const { locale, project, projectName, action, link, email, problem } = view
  const { choose, passkeys: text } = pagesTextsOf(locale)
  const { options, models } = view.form
  const fields = html`<input type="hidden" name="link" value="${link}">`
  const body = html`<header><h1>${text.add}</h1></header>
${accountLine(choose.forAccount, email)}
${enrolmentProblemLine(locale, projectName, problem)}
<p>${text.intro}</p>
${permittedLine(locale, projectName, models)}
${withoutPasskeys(locale)}
${passkeyForm({ locale, action, kind: 'create', options, label: text.create, fields })}
${notYouLine(locale)}`
  return layout({ locale, title: text.add, project, body })
}

const notYouLine = (locale: LinkView['locale']): Html =>
  html`<p class="quiet small">${pagesTextsOf(locale).common.notYou} ${pagesTextsOf(locale).common.closePage}</p>`

interface ConfirmView extends LinkView {
  /** Present when the account needs its password, or a new one. */
  readonly password?: { readonly minCharacters: number; readonly problem?: FormProblem | undefined }
}

export function confirmAddressPage({ locale, project, action, link, email, password }: ConfirmView): Html {
  const { common, registration, verification: text } = pagesTextsOf(locale)
  const field = password
    ? html`<p>${text.passwordText}</p><input type="hidden" name="username" value="${email}" autocomplete="username">
${newPasswordField(locale, { label: registration.password, ...password })}`
    : ''
  const body = html`<header><h1>${text.title}</h1></header>
${problemLine(password?.problem, locale)}
<p>${text.question}</p>${accountLine(common.email, email)}
<form method="post" action="${action}"><input type="hidden" name="link" value="${link}">${field}<button name="submit" value="1">${text.yes}</button></form>
${notYouLine(locale)}`
  return layout({ locale, title: text.title, project, body })
}

export function linkDonePage({
  locale,
  project,
  end,
  onward,
  account,
}: AccountPageView & {
  readonly end: 'invitation' | 'passkey' | 'reset' | 'verification' | 'signInFirst' | 'invalid'
  /** The interrupted sign-in that requested the link. */
  readonly onward?: Onward | undefined
  readonly account: string
}): Html {
  const { accountHome, choose, common, passkeys, signIn, verification, invalid } = pagesTextsOf(locale)
  const isGood = end !== 'invalid' && end !== 'signInFirst'
  const said = {
    invitation: { title: choose.done, lines: [choose.invitedText] },
    passkey: { title: passkeys.addedTitle, lines: [passkeys.addedText] },
    reset: { title: choose.done, lines: [choose.doneText, choose.resetText] },
    verification: { title: verification.done, lines: [verification.doneText] },
    signInFirst: { title: verification.title, lines: [verification.signInFirst] },
    invalid: { title: invalid.title, lines: [invalid.text] },
  }[end]
  const body = html`${resultHeader(said.title, isGood)}${said.lines.map((line) => html`<p>${line}</p>`)}
${
  onward
    ? html`${mainLink(onward.address, onward.application ? common.goOnTo({ application: onward.application }) : common.goOn)}
<p class="small"><a href="${account}">${accountHome.title}</a></p>`
    : mainLink(account, isGood ? accountHome.title : signIn.title)
}`
  return layout({ locale, title: said.title, project, body })
}
