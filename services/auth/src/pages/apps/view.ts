import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { type AccessView, accessList } from '../shared/access.ts'
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
  const body = html`${view.apps.length ? html`<p>${text.intro}</p>${view.apps.map((app) => section(view, app))}` : html`<p>${text.none}</p>`}`
  return ownLayout(view, text.title, body)
}

function section(view: AppsView, app: AppView): Html {
  const { locale, action } = view
  const text = pagesTextsOf(locale).apps
  const day = (at: Date) =>
    html`<time datetime="${at.toISOString()}">${at.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })}</time>`
  const fields = html`${accountField(view)}<input type="hidden" name="clientId" value="${app.clientId}">`
  return html`<section class="app"><h2 class="named">${app.brand.logo ? html`<img src="${app.brand.logo}" alt="">` : letter(app.name)}${app.name}</h2>
<dl class="details"><dt>${text.since}</dt><dd>${day(app.since)}</dd>${app.lastUsed ? html`<dt>${text.lastUsed}</dt><dd>${day(app.lastUsed)}</dd>` : ''}</dl>
${accessList({ locale, title: text.may, onlyIdentity: text.onlyIdentity }, app)}
<form method="post" action="${action}">${fields}<button class="plain removes" aria-label="${text.removeNamed({ application: app.name })}">${text.remove}</button></form></section>`
}
