import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { type AccessView, accessList } from '../shared/access.ts'
import { grid } from '../shared/access-icons.ts'
import { day } from '../shared/facts.ts'
import { accountField, type OwnPageView, ownLayout } from '../shared/own-layout.ts'
import { letter } from '../shared/parts.ts'

interface AppView extends AccessView {
  readonly clientId: string
  readonly name: string
  readonly brand: { readonly logo?: string }
  readonly since: Date
  readonly lastUsed: Date | null
}

interface AppsView extends OwnPageView {
  readonly apps: readonly AppView[]
}

export function appsPage(view: AppsView): Html {
  const text = pagesTextsOf(view.locale).apps
  const body = html`${view.apps.length ? html`<p>${text.intro}</p>${view.apps.map((app) => section(view, app))}` : html`<p class="empty">${grid}${text.none}</p>`}`
  return ownLayout(view, text.title, body)
}

function section(view: AppsView, app: AppView): Html {
  const { locale, action } = view
  const text = pagesTextsOf(locale).apps
  const fields = html`${accountField(view)}<input type="hidden" name="clientId" value="${app.clientId}">`
  return html`<section class="app"><div class="titled"><h2 class="named">${app.brand.logo ? html`<img src="${app.brand.logo}" alt="">` : letter(app.name)}${app.name}</h2>
<form method="post" action="${action}">${fields}<button class="ghost removes" aria-label="${text.removeNamed({ application: app.name })}">${text.remove}</button></form></div>
<dl class="details"><dt>${text.since}</dt><dd>${day(locale, app.since)}</dd>${app.lastUsed ? html`<dt>${text.lastUsed}</dt><dd>${day(locale, app.lastUsed)}</dd>` : ''}</dl>
${accessList({ locale, title: text.may, onlyIdentity: text.onlyIdentity }, app)}</section>`
}
