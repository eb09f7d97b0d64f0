import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { layout } from './layout.ts'
import { type AccountPageView, avatar, breakable } from './parts.ts'
import { rail } from './rail.ts'

export interface OwnPageView extends AccountPageView {
  readonly action: string
  /** Address of the first page of the own account. */
  readonly account: string
  readonly accountId: string
  readonly accountName: string
  /** Absent when switched off. */
  readonly signOut?: string
}

/** Lays out a page of the own account. Its head, with the menu of the user, is above the links to the sections and the cards. */
export function ownLayout(view: OwnPageView, title: string, body: Html): Html {
  const { locale, project, account, action } = view
  const isHome = action === account
  const home = pagesTextsOf(locale).accountHome.title
  const way = isHome
    ? ''
    : html`<p class="back"><a href="${account}">${home}</a></p>
`
  return layout({
    locale,
    title,
    project,
    body: html`${rail(view)}
<div class="column">${way}<header><h1>${title}</h1></header>
${isHome ? body : html`<div class="panel page">${body}</div>`}</div>`,
    head: menu(view),
    isAccount: true,
  })
}

function menu({ locale, account, accountName, signOut }: OwnPageView): Html {
  const { consent, chooseAccount, apps } = pagesTextsOf(locale)
  return html`<details class="menu"><summary>${avatar(accountName)}<span class="who"><span class="unseen">${consent.account} </span><bdi>${accountName}</bdi></span></summary>
<div><p><span class="quiet">${consent.account}</span><br><bdi>${breakable(accountName)}</bdi></p>
<ul class="links"><li><a href="${account}?prompt=login">${chooseAccount.other}</a></li>${signOut ? html`<li><a href="${signOut}">${apps.signOut}</a></li>` : ''}</ul></div></details>`
}

export const accountField = ({ accountId }: OwnPageView): Html =>
  html`<input type="hidden" name="accountId" value="${accountId}">`
