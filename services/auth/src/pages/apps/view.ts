import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { type AccessView, accessList } from '../shared/access.ts'
import type { ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'
import { ownLine } from '../shared/parts.ts'

interface AppView extends AccessView {
  readonly clientId: string
  readonly name: string
  readonly brand: { readonly logo?: string }
  readonly since: Date
  readonly lastUsed: Date | null
}

interface AppsView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly action: string
  readonly accountId: string
  readonly accountName: string
  readonly apps: readonly AppView[]
  readonly account: string
  readonly signOut?: string
}

export function appsPage(view: AppsView): Html {
  const text = pagesTextsOf(view.locale).apps
  const body = html`<header><h1>${text.title}</h1></header>
${ownLine(view.locale, view)}
${view.apps.length ? html`<p>${text.intro}</p>${view.apps.map((app) => section(view, app))}` : html`<p>${text.none}</p>`}
<p class="small"><a href="${view.account}">${pagesTextsOf(view.locale).accountHome.title}</a></p>
${view.signOut ? html`<p class="small"><a href="${view.signOut}">${text.signOut}</a></p>` : ''}`
  return layout({ locale: view.locale, title: text.title, project: view.project, body })
}

function section({ locale, action, accountId }: AppsView, app: AppView): Html {
  const text = pagesTextsOf(locale).apps
  const day = (at: Date) =>
    html`<time datetime="${at.toISOString()}">${at.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })}</time>`
  const fields = html`<input type="hidden" name="accountId" value="${accountId}"><input type="hidden" name="clientId" value="${app.clientId}">`
  return html`<section class="app">${app.brand.logo ? html`<img class="logo" src="${app.brand.logo}" alt="">` : ''}<h2>${app.name}</h2>
<dl class="details"><dt>${text.since}</dt><dd>${day(app.since)}</dd>${app.lastUsed ? html`<dt>${text.lastUsed}</dt><dd>${day(app.lastUsed)}</dd>` : ''}</dl>
${accessList({ locale, title: text.may, onlyIdentity: text.onlyIdentity }, app)}
<form method="post" action="${action}">${fields}<button class="plain" aria-label="${text.removeNamed({ application: app.name })}">${text.remove}</button></form></section>`
}
