import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { layout } from '../shared/layout.ts'
import { type AccountPageView, accountLine, mainLink, resultHeader } from '../shared/parts.ts'

interface NewAddressView extends AccountPageView {
  readonly action: string
  readonly accountId: string
  /** Digest of the token, which identifies the link without its secret. */
  readonly link: string
  readonly email: string
}

export function newAddressPage({ locale, project, action, accountId, link, email }: NewAddressView): Html {
  const { ownProfile: text, common } = pagesTextsOf(locale)
  const body = html`<header><h1>${text.question}</h1></header>
${accountLine(text.newEmail, email)}<p>${text.questionText}</p>
<form method="post" action="${action}"><input type="hidden" name="accountId" value="${accountId}"><input type="hidden" name="link" value="${link}"><button name="submit" value="1">${text.changeEmail}</button></form>
<p class="quiet small">${common.notYou} ${common.closePage}</p>`
  return layout({ locale, title: text.question, project, body })
}

export type AddressEnd = 'changed' | 'invalid' | 'taken'

interface AddressDoneView extends AccountPageView {
  readonly end: AddressEnd
  readonly account: string
}

export function addressDonePage({ locale, project, end, account }: AddressDoneView): Html {
  const { ownProfile: text, invalid, federation, accountHome } = pagesTextsOf(locale)
  const said = {
    changed: { title: text.changed, line: text.changedText },
    invalid: { title: invalid.title, line: invalid.text },
    taken: { title: text.notChanged, line: federation.failed.address_in_use },
  }[end]
  const body = html`${resultHeader(said.title, end === 'changed')}<p>${said.line}</p>
${mainLink(account, accountHome.title)}`
  return layout({ locale, title: said.title, project, body })
}
