import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { layout } from '../shared/layout.ts'
import {
  type AccountPageView,
  codeField,
  type FormProblem,
  knownPasswordField,
  pendingLine,
  problemLine,
} from '../shared/parts.ts'

interface ClaimAccountView extends AccountPageView {
  readonly email: string
  readonly providerName: string
  /** Absent when the method is not available. */
  readonly password?: { readonly action: string }
  readonly mail?: { readonly sendAction: string; readonly action: string; readonly sent: boolean }
  readonly otherAction: string
  readonly problem?: FormProblem | 'wrongPassword' | undefined
}

export function claimAccountPage(view: ClaimAccountView): Html {
  const { locale, project, email, problem } = view
  const text = pagesTextsOf(locale).federation.claim
  const body = html`<header><h1>${text.title}</h1></header>
${pendingLine(locale, { accountName: email, otherAction: view.otherAction })}
${problem === 'wrongPassword' ? '' : problemLine(problem, locale)}
<p>${text.text({ provider: view.providerName })}</p>
${view.mail?.sent ? html`${mailForms(view)}${passwordForm(view)}` : html`${passwordForm(view)}${mailForms(view)}`}
<form method="post" action="${view.otherAction}"><button class="plain" name="other" value="1">${text.other}</button></form>`
  return layout({ locale, title: text.title, project, body })
}

function passwordForm({ locale, email, password, mail, problem }: ClaimAccountView): Html | string {
  if (!password) return ''
  const text = pagesTextsOf(locale).federation.claim
  const isWrong = problem === 'wrongPassword'
  const form = html`<form method="post" action="${password.action}">
<input type="hidden" name="username" value="${email}" autocomplete="username">
${knownPasswordField(locale, { id: 'password', label: text.password, isWrong, problem: text.wrong, autofocus: !mail?.sent })}
<button${mail?.sent ? html` class="plain"` : ''} name="submit" value="1">${text.confirm}</button>
</form>`
  if (!mail?.sent) return form
  return html`<details class="more"${isWrong ? html` open` : ''}><summary>${text.password}</summary>${form}</details>`
}

function mailForms({ locale, mail, password, problem }: ClaimAccountView): Html | string {
  if (!mail) return ''
  const text = pagesTextsOf(locale).federation.claim
  const send = html`<form method="post" action="${mail.sendAction}"><button class="${password || mail.sent ? 'plain' : ''}" name="send" value="1">${mail.sent ? pagesTextsOf(locale).verification.again : text.send}</button></form>`
  if (!mail.sent) return send
  return html`<p class="notice info">${pagesTextsOf(locale).verification.byCode}</p>
<form method="post" action="${mail.action}">
${codeField(locale, 8, { problem: problem === 'wrongPassword' ? undefined : problem })}
<button name="submit" value="1">${text.confirm}</button>
</form>
${send}`
}
