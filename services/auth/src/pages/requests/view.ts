import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { type AccessView, accessList } from '../shared/access.ts'
import type { ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'
import { ownLine } from '../shared/parts.ts'

interface RequestView extends AccessView {
  readonly key: string
  readonly applicationName: string
  /** The application shows this binding message too. */
  readonly message: string
}

interface RequestsView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly accountId: string
  readonly accountName: string
  readonly action: string
  readonly account: string
  readonly requests: readonly RequestView[]
}

export function requestsPage(view: RequestsView): Html {
  const text = pagesTextsOf(view.locale).requests
  const title = view.requests.length ? text.title : text.none
  const body = html`<header><h1>${title}</h1></header>
${ownLine(view.locale, view)}
${view.requests.map((request) => section(view, request))}
<p class="quiet small">${view.requests.length ? text.warning : text.noneText}</p>
<p class="small"><a href="${view.action}">${text.again}</a><a href="${view.account}">${pagesTextsOf(view.locale).accountHome.title}</a></p>`
  return layout({ locale: view.locale, title, project: view.project, body })
}

function section({ locale, action, accountId }: RequestsView, request: RequestView): Html {
  const text = pagesTextsOf(locale).requests
  const fields = html`<input type="hidden" name="accountId" value="${accountId}"><input type="hidden" name="request" value="${request.key}">`
  return html`<section aria-labelledby="r-${request.key}"><h2 id="r-${request.key}">${text.asks({ application: request.applicationName })}</h2>
${request.message ? html`<p>${text.compare}</p><p class="shown-code key">${request.message}</p>` : ''}
${accessList({ locale, title: text.will, onlyIdentity: text.onlyIdentity }, request)}
<form method="post" action="${action}">${fields}<button name="answer" value="allow">${text.allow}</button><button class="plain" name="answer" value="deny">${text.deny}</button></form></section>`
}
