import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { otherPerson } from '../shared/access-icons.ts'
import type { ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'
import { avatar, breakable, cancelForm } from '../shared/parts.ts'

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
  const { chooseAccount: text } = pagesTextsOf(view.locale)
  const body = html`<header><h1>${text.title}</h1><p class="quiet">${text.goOn({ application: view.applicationName })}</p></header>
<form class="choices" method="post" action="${view.action}">
<input type="hidden" name="accountId" value="${view.accountId}">
<button class="row" name="account" value="this">${avatar(view.accountName)}<span><span class="unseen">${text.keep}: </span><bdi>${breakable(view.accountName)}</bdi></span></button>
<button class="row" name="account" value="other">${otherPerson}<span>${text.other}</span></button>
</form>
${cancelForm(view.locale, view.cancelAction)}`
  return layout({ locale: view.locale, title: text.title, project: view.project, body })
}
