import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { formatMessage } from '@signet/i18n/messages'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { LinkFailure } from '../../federation/add-link.ts'
import type { OwnIdentity } from '../../federation/own-identities.ts'
import type { ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'
import { breakable, ownLine } from '../shared/parts.ts'

interface IdentitiesView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly action: string
  readonly accountId: string
  readonly accountName: string
  readonly identities: readonly OwnIdentity[]
  readonly linkable: readonly { readonly id: string; readonly displayName: string }[]
  readonly failed: { readonly reason: LinkFailure; readonly provider: string } | undefined
  readonly account: string
}

export function identitiesPage(view: IdentitiesView): Html {
  const { locale, project, identities } = view
  const text = pagesTextsOf(locale).identities
  const body = html`<header><h1>${text.title}</h1></header>
${ownLine(locale, view)}
${problem(view)}<p>${identities.length ? text.intro : text.none}</p>
${identities.map((identity) => section(view, identity))}
${additions(view)}
<p class="small"><a href="${view.account}">${pagesTextsOf(locale).accountHome.title}</a></p>`
  return layout({ locale, title: text.title, project, body })
}

function problem({ locale, failed }: IdentitiesView): Html | string {
  if (!failed) return ''
  const { reason, provider } = failed
  const text =
    reason === 'linked_elsewhere'
      ? pagesTextsOf(locale).identities.linkedElsewhere({ provider })
      : formatMessage(pagesTextsOf(locale).federation.failed[reason], { provider })
  return html`<p class="problem" role="alert">${text}</p>
`
}

function additions({ locale, action, accountId, linkable }: IdentitiesView): Html | string {
  if (linkable.length === 0) return ''
  const text = pagesTextsOf(locale).identities
  const button = ({ id, displayName }: IdentitiesView['linkable'][number]) =>
    html`<li><button class="plain" name="add" value="${id}">${text.addNamed({ provider: displayName })}</button></li>`
  return html`<section class="app"><h2>${text.add}</h2><p class="quiet">${text.addText}</p>
<form method="post" action="${action}"><input type="hidden" name="accountId" value="${accountId}">
<ul class="ways">${linkable.map(button)}</ul></form></section>`
}

function section({ locale, action, accountId }: IdentitiesView, identity: OwnIdentity): Html {
  const text = pagesTextsOf(locale).identities
  const day = (at: Date) =>
    html`<time datetime="${at.toISOString()}">${at.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })}</time>`
  const remove = html`<form method="post" action="${action}"><input type="hidden" name="accountId" value="${accountId}"><input type="hidden" name="providerId" value="${identity.providerId}"><button class="plain" aria-label="${text.removeNamed({ provider: identity.displayName })}">${text.remove}</button></form>`
  return html`<section class="app"><h2>${identity.displayName}</h2>
<dl class="details">${identity.email ? html`<dt>${text.email}</dt><dd>${breakable(identity.email)}</dd>` : ''}<dt>${text.since}</dt><dd>${day(identity.linkedAt)}</dd>${identity.lastUsedAt ? html`<dt>${text.lastUsed}</dt><dd>${day(identity.lastUsedAt)}</dd>` : ''}</dl>
${identity.isOnlySignInMethod ? html`<p class="quiet small">${text.onlySignInMethod}</p>` : remove}</section>`
}
