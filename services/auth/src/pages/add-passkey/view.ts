import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { NewPasskeyForm } from '../../own-account/enrol-passkey.ts'
import type { EnrolmentProblem } from '../../passkeys/problem.ts'
import { layout } from '../shared/layout.ts'
import { type AccountPageView, cancelForm, pendingLine } from '../shared/parts.ts'
import { enrolmentProblemLine, passkeyForm, permittedLine, withoutPasskeys } from '../shared/passkey-form.ts'

interface AddPasskeyView extends AccountPageView {
  readonly projectName: string
  readonly action: string
  readonly cancelAction: string
  readonly otherAction: string
  /** Absent when the project requires a passkey. */
  readonly declineAction: string | undefined
  readonly accountName: string
  /** Host of the passkey that signed in, when it is a former one. */
  readonly formerHost?: string | undefined
  readonly form: NewPasskeyForm
  readonly problem?: EnrolmentProblem | undefined
}

export function addPasskeyPage(view: AddPasskeyView): Html {
  const { locale, project, projectName, action, declineAction, formerHost, problem } = view
  const { options, models } = view.form
  const { passkeys: text } = pagesTextsOf(locale)
  const title = declineAction && !formerHost ? text.offerTitle : text.add
  const body = html`<header><h1>${title}</h1></header>
${pendingLine(locale, view)}
${enrolmentProblemLine(locale, projectName, problem)}
${declineAction ? '' : html`<p>${text.requiredText({ project: projectName })}</p>`}
<p>${formerHost ? text.replaceFormer({ host: formerHost }) : text.intro}</p>
${permittedLine(locale, projectName, models)}
${withoutPasskeys(locale)}
${passkeyForm({ locale, action, kind: 'create', options, label: text.create })}
${declineAction ? html`<form method="post" action="${declineAction}"><button class="plain" name="decline" value="1">${text.notNow}</button></form>` : cancelForm(locale, view.cancelAction)}`
  return layout({ locale, title, project, body })
}
