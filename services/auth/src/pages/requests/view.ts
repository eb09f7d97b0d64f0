import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { type AccessView, accessList } from '../shared/access.ts'
import { clock } from '../shared/access-icons.ts'
import { accountField, type OwnPageView, ownLayout } from '../shared/own-layout.ts'

interface RequestView extends AccessView {
  readonly key: string
  readonly applicationName: string
  /** The application shows this binding message too. */
  readonly message: string
}

interface RequestsView extends OwnPageView {
  readonly requests: readonly RequestView[]
}

export function requestsPage(view: RequestsView): Html {
  const text = pagesTextsOf(view.locale).requests
  const title = view.requests.length ? text.title : text.none
  const body = html`${view.requests.map((request) => section(view, request))}
${view.requests.length ? html`<p class="quiet small">${text.warning}</p>` : html`<p class="empty">${clock}${text.noneText}</p>`}
<p class="small"><a href="${view.action}">${text.again}</a></p>`
  return ownLayout(view, title, body)
}

function section(view: RequestsView, request: RequestView): Html {
  const { locale, action } = view
  const text = pagesTextsOf(locale).requests
  const fields = html`${accountField(view)}<input type="hidden" name="request" value="${request.key}">`
  return html`<section aria-labelledby="r-${request.key}"><h2 id="r-${request.key}">${text.asks({ application: request.applicationName })}</h2>
${request.message ? html`<p>${text.compare}</p><p class="shown-code key">${request.message}</p>` : ''}
${accessList({ locale, title: text.will, onlyIdentity: text.onlyIdentity }, request)}
<form method="post" action="${action}">${fields}<button name="answer" value="allow">${text.allow}</button><button class="plain" name="answer" value="deny">${text.deny}</button></form></section>`
}
