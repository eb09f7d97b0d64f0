import { type Html, html } from '@signet/http'
import {
  type AccountPageView,
  cancelForm,
  codeField,
  type FormProblem,
  problemLine,
  whoLine,
} from '../account/parts.ts'
import { layout } from '../layout.ts'
import { accountTextsOf } from '../texts/account/index.ts'

interface VerificationView extends AccountPageView {
  readonly method: 'link' | 'code'
  readonly email: string
  readonly action: string
  readonly againAction: string
  readonly cancelAction: string
  readonly otherAction: string
  readonly problem?: FormProblem | undefined
}

/** Stands in the way of a sign-in until the address is proven. */
export function verificationPage(view: VerificationView): Html {
  const { locale, project, method, problem } = view
  const { verification: text, common } = accountTextsOf(locale)
  const byCode = method === 'code'
  const body = html`<header><h1>${text.title}</h1></header>
${whoLine(locale, { accountName: view.email, otherAction: view.otherAction })}
${problemLine(problem, locale)}
<p>${byCode ? text.byCode(view.email) : text.byLink(view.email)}</p>
<form method="post" action="${view.action}">
${byCode ? codeField(locale, 8, problem) : ''}
<button name="submit" value="1">${byCode ? common.next : text.confirmed}</button>
</form>
<form method="post" action="${view.againAction}"><button class="plain" name="again" value="1">${text.again}</button></form>
${cancelForm(locale, view.cancelAction)}`
  return layout({ locale, title: text.title, project, body })
}
