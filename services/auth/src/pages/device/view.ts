import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'
import { resultHeader } from '../shared/parts.ts'

export type DeviceProblem = 'notFound' | 'expired' | 'used' | 'failed'

interface PageView {
  readonly locale: Locale
  readonly project: ProjectBrand
}

interface EnterView extends PageView {
  readonly action: string
  readonly typed: string
  /** Mask such as `****-****`. */
  readonly mask: string
  readonly digits: boolean
  readonly problem?: DeviceProblem
}

/** Uses GET, so that the form has the same URL as the link on the device. */
export function deviceCodePage({ locale, project, action, typed, mask, digits, problem }: EnterView): Html {
  const { device: text } = pagesTextsOf(locale)
  const described = problem ? html` aria-describedby="problem" aria-invalid="true"` : ''
  const body = html`<header><h1>${text.title}</h1></header>
${problem ? html`<p class="problem" role="alert" id="problem">${text[problem]}</p>` : ''}
<form method="get" action="${action}">
<label for="user_code">${text.enter}</label>
<input class="code" id="user_code" name="user_code" value="${typed}" placeholder="${mask.replaceAll('*', '•')}" autocomplete="off" autocapitalize="characters" spellcheck="false" inputmode="${digits ? 'numeric' : 'text'}" maxlength="80" required autofocus${described}>
<button>${text.next}</button>
</form>`
  return layout({ locale, title: text.title, project, body })
}

interface ConfirmView extends PageView {
  readonly action: string
  readonly xsrf: string
  readonly applicationName: string
  readonly userCode: string
}

/** The user compares the code with the device before the approval (RFC 8628 5.4). */
export function deviceConfirmPage({
  locale,
  project,
  action,
  xsrf,
  applicationName,
  userCode,
}: ConfirmView): Html {
  const { device: text } = pagesTextsOf(locale)
  const title = text.confirmTitle({ application: applicationName })
  const fields = html`<input type="hidden" name="xsrf" value="${xsrf}"><input type="hidden" name="user_code" value="${userCode}">`
  const body = html`<header><h1>${title}</h1></header>
<p>${text.compare}</p>
<p class="shown-code">${userCode}</p>
<form method="post" action="${action}">${fields}<button name="confirm" value="yes">${text.same}</button></form>
<form method="post" action="${action}">${fields}<button class="plain" name="abort" value="yes">${text.different}</button></form>
<p class="quiet small">${text.warning}</p>`
  return layout({ locale, title, project, body })
}

export function deviceDonePage({
  locale,
  project,
  approved,
}: PageView & { readonly approved: boolean }): Html {
  const { device: text } = pagesTextsOf(locale)
  const title = approved ? text.done : text.refused
  const body = html`${resultHeader(title, approved)}<p>${approved ? text.doneText : text.refusedText}</p>`
  return layout({ locale, title, project, body })
}
