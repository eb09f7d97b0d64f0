import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import type { OwnIdentity } from '../../federation/own-identities.ts'
import type { ProjectBrand } from '../brand.ts'
import { layout } from '../layout.ts'
import { appTexts } from '../texts/apps.ts'
import { identityTexts } from '../texts/identities.ts'

interface IdentitiesView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly action: string
  readonly accountId: string
  readonly accountName: string
  readonly identities: readonly OwnIdentity[]
  /** The page of connected applications. */
  readonly apps: string
}

/** The providers that a person signs in through. */
export function identitiesPage(view: IdentitiesView): Html {
  const { locale, project, identities } = view
  const text = identityTexts[locale]
  const body = html`<header><h1>${text.title}</h1></header>
<p class="account"><span class="quiet">${appTexts[locale].account}</span> ${view.accountName}</p>
<p>${identities.length ? text.intro : text.none}</p>
${identities.map((identity) => section(view, identity))}
<p class="small"><a href="${view.apps}">${appTexts[locale].title}</a></p>`
  return layout({ locale, title: text.title, project, body })
}

function section({ locale, action, accountId }: IdentitiesView, identity: OwnIdentity): Html {
  const text = identityTexts[locale]
  const day = (at: Date) =>
    html`<time datetime="${at.toISOString()}">${at.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })}</time>`
  const remove = html`<form method="post" action="${action}"><input type="hidden" name="accountId" value="${accountId}"><input type="hidden" name="providerId" value="${identity.providerId}"><button class="plain" aria-label="${text.removeNamed(identity.displayName)}">${text.remove}</button></form>`
  return html`<section class="app"><h2>${identity.displayName}</h2>
<dl class="details">${identity.email ? html`<dt>${text.email}</dt><dd>${identity.email}</dd>` : ''}<dt>${text.since}</dt><dd>${day(identity.linkedAt)}</dd>${identity.lastUsedAt ? html`<dt>${text.lastUsed}</dt><dd>${day(identity.lastUsedAt)}</dd>` : ''}</dl>
${identity.onlyWayIn ? html`<p class="quiet small">${text.onlyWayIn}</p>` : remove}</section>`
}
