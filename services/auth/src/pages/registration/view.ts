import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { layout } from '../shared/layout.ts'
import {
  type AccountPageView,
  emailField,
  type FormProblem,
  newPasswordField,
  problemLine,
} from '../shared/parts.ts'

interface RegistrationView extends AccountPageView {
  readonly action: string
  readonly signIn: string
  readonly login: string
  readonly minCharacters: number
  readonly problem?: FormProblem | undefined
}

export function registrationPage(view: RegistrationView): Html {
  const { locale, project, problem } = view
  const { registration: text, common } = pagesTextsOf(locale)
  const ofAddress = problem?.kind === 'address' ? problem : undefined
  const ofPassword = problem && !ofAddress ? problem : undefined
  const body = html`<header><h1>${text.title}</h1></header>
${problemLine(problem, locale)}
<form method="post" action="${view.action}">
${emailField(locale, view.login, ofAddress)}
${newPasswordField(locale, { label: text.password, minCharacters: view.minCharacters, problem: ofPassword })}
<button name="submit" value="1">${text.submit}</button>
</form>
<p class="foot"><a href="${view.signIn}">${common.back}</a></p>`
  return layout({ locale, title: text.title, project, body })
}

/** The page for a reached limit of the plan is equal for all addresses. */
export function pausedPage({ locale, project, signIn }: AccountPageView & { signIn: string }): Html {
  const { registration: text, common } = pagesTextsOf(locale)
  const body = html`<header><h1>${text.paused}</h1></header><p>${text.pausedText}</p>
<p class="foot"><a href="${signIn}">${common.back}</a></p>`
  return layout({ locale, title: text.paused, project, body })
}
