import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { layout } from '../shared/layout.ts'
import {
  type AccountPageView,
  cancelForm,
  describedBy,
  type FormProblem,
  fieldProblem,
  pendingLine,
  problemLine,
} from '../shared/parts.ts'

interface RecoveryCodeView extends AccountPageView {
  readonly action: string
  readonly challengeAction: string
  readonly cancelAction: string
  readonly otherAction: string
  readonly accountName: string
  readonly problem?: FormProblem | undefined
}

export function recoveryCodePage(view: RecoveryCodeView): Html {
  const { locale, project, action, problem } = view
  const text = pagesTextsOf(locale).recoveryCodes
  const body = html`<header><h1>${text.use}</h1></header>
${pendingLine(locale, view)}
${problemLine(problem, locale)}
<p>${text.useText}</p>
<form method="post" action="${action}">
${recoveryCodeField(locale, { problem, autofocus: true })}
<button name="submit" value="1">${pagesTextsOf(locale).common.next}</button>
</form>
<p class="small"><a href="${view.challengeAction}">${text.otherFactor}</a></p>
${cancelForm(locale, view.cancelAction)}`
  return layout({ locale, title: text.use, project, body })
}

interface RecoveryCodeField {
  readonly name?: 'code' | 'recovery'
  readonly problem?: FormProblem | undefined
  readonly autofocus?: boolean
}

/** Browsers do not offer to fill it. */
export const recoveryCodeField = (
  locale: Locale,
  { name = 'code', problem, autofocus = false }: RecoveryCodeField,
): Html => html`
<label for="recovery">${pagesTextsOf(locale).recoveryCodes.code}</label>
<input class="code" id="recovery" name="${name}" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="24" required${autofocus ? html` autofocus` : ''}${describedBy(problem)}>${fieldProblem(problem, locale)}`
