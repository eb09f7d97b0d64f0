import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'
import { accountLine } from '../shared/parts.ts'

interface ChooseAccountView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly applicationName: string
  readonly accountId: string
  readonly accountName: string
  readonly action: string
  readonly cancelAction: string
}

export function chooseAccountPage(view: ChooseAccountView): Html {
  const { chooseAccount: text, signIn } = pagesTextsOf(view.locale)
  const body = html`<header><h1>${text.title}</h1><p class="quiet">${text.goOn({ application: view.applicationName })}</p></header>
${accountLine(text.account, view.accountName)}
<form method="post" action="${view.action}">
<input type="hidden" name="accountId" value="${view.accountId}">
<button name="account" value="this">${text.keep}</button>
<button class="plain" name="account" value="other">${text.other}</button>
</form>
<form method="post" action="${view.cancelAction}"><button class="plain" name="abort" value="1">${signIn.cancel}</button></form>`
  return layout({ locale: view.locale, title: text.title, project: view.project, body })
}
