import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { layout } from '../shared/layout.ts'
import {
  type AccountPageView,
  cancelForm,
  codeField,
  type FormProblem,
  pendingLine,
  problemLine,
} from '../shared/parts.ts'

interface VerificationView extends AccountPageView {
  /** `none` when the server cannot send mail: an administrator confirms the address. */
  readonly method: 'link' | 'code' | 'none'
  readonly email: string
  readonly action: string
  readonly againAction: string
  readonly cancelAction: string
  readonly otherAction: string
  readonly problem?: FormProblem | undefined
}

export function verificationPage(view: VerificationView): Html {
  const { locale, project, method, problem } = view
  const { verification: text, common, withoutMail } = pagesTextsOf(locale)
  const byCode = method === 'code'
  const said = {
    code: text.byCode,
    link: text.linkSent,
    none: withoutMail.verification({ project: project.name }),
  }[method]
  const body = html`<header><h1>${text.title}</h1></header>
${pendingLine(locale, { accountName: view.email, otherAction: view.otherAction })}
${problemLine(problem, locale)}
<p>${said}</p>
<form method="post" action="${view.action}">
${byCode ? codeField(locale, 8, { problem }) : ''}
<button name="submit" value="1">${method === 'link' ? text.confirmed : common.next}</button>
</form>
${method === 'none' ? '' : html`<form method="post" action="${view.againAction}"><button class="plain" name="again" value="1">${text.again}</button></form>`}
${cancelForm(locale, view.cancelAction)}`
  return layout({ locale, title: text.title, project, body })
}
