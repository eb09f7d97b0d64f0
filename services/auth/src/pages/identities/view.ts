import { type Html, html } from '@signet/http'
import { formatMessage } from '@signet/i18n/messages'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { LinkFailure } from '../../federation/add-link.ts'
import type { OwnIdentity } from '../../federation/own-identities.ts'
import { day } from '../shared/facts.ts'
import { accountField, type OwnPageView, ownLayout } from '../shared/own-layout.ts'
import { breakable } from '../shared/parts.ts'

interface IdentitiesView extends OwnPageView {
  readonly identities: readonly OwnIdentity[]
  readonly linkable: readonly { readonly id: string; readonly displayName: string }[]
  readonly failed: { readonly reason: LinkFailure; readonly provider: string } | undefined
}

export function identitiesPage(view: IdentitiesView): Html {
  const { locale, identities } = view
  const text = pagesTextsOf(locale).identities
  const body = html`${problem(view)}<p>${identities.length ? text.intro : text.none}</p>
${identities.map((identity) => section(view, identity))}
${additions(view)}`
  return ownLayout(view, text.title, body)
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

function additions(view: IdentitiesView): Html | string {
  const { locale, action, linkable } = view
  if (linkable.length === 0) return ''
  const text = pagesTextsOf(locale).identities
  const button = ({ id, displayName }: IdentitiesView['linkable'][number]) =>
    html`<li><button class="plain" name="add" value="${id}">${text.addNamed({ provider: displayName })}</button></li>`
  return html`<section class="app"><h2>${text.add}</h2><p class="quiet">${text.addText}</p>
<form method="post" action="${action}">${accountField(view)}
<ul class="ways">${linkable.map(button)}</ul></form></section>`
}

function section(view: IdentitiesView, identity: OwnIdentity): Html {
  const { locale, action } = view
  const text = pagesTextsOf(locale).identities
  const remove = html`<form method="post" action="${action}">${accountField(view)}<input type="hidden" name="providerId" value="${identity.providerId}"><button class="ghost removes" aria-label="${text.removeNamed({ provider: identity.displayName })}">${text.remove}</button></form>`
  return html`<section class="app"><div class="titled"><h2>${identity.displayName}</h2>${identity.isOnlySignInMethod ? '' : remove}</div>
<dl class="details">${identity.email ? html`<dt>${text.email}</dt><dd>${breakable(identity.email)}</dd>` : ''}<dt>${text.since}</dt><dd>${day(locale, identity.linkedAt)}</dd>${identity.lastUsedAt ? html`<dt>${text.lastUsed}</dt><dd>${day(locale, identity.lastUsedAt)}</dd>` : ''}</dl>
${identity.isOnlySignInMethod ? html`<p class="quiet small">${text.onlySignInMethod}</p>` : ''}</section>`
}
