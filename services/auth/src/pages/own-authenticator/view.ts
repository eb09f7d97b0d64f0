import type { ShownSeed } from '@signet/accounts'
import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { seedToScan } from '../authenticator/view.ts'
import { layout } from '../shared/layout.ts'
import { type AccountPageView, codeField, type FormProblem, ownLine, problemLine } from '../shared/parts.ts'

interface OwnAuthenticatorView extends AccountPageView {
  readonly action: string
  readonly accountId: string
  readonly accountName: string
  readonly account: string
  /** The seed to scan, and its sealed form for the hidden field; absent when an authenticator is enrolled. */
  readonly seed?: ShownSeed & { readonly sealed: string }
  readonly required: boolean
  readonly problem?: FormProblem | undefined
}

/** Renders the page to set up or remove an authenticator; both require a code. */
export function ownAuthenticatorPage(view: OwnAuthenticatorView): Html {
  const { locale, project, seed, problem } = view
  const text = pagesTextsOf(locale).ownAuthenticator
  const body = html`<header><h1>${text.title}</h1></header>
${ownLine(locale, view)}
${problemLine(problem, locale)}
<p>${seed ? text.none : text.enrolled}</p>
${seed ? seedToScan(locale, seed) : ''}
${!seed && view.required ? html`<p class="quiet">${text.required}</p>` : ''}
<form method="post" action="${view.action}">
<input type="hidden" name="accountId" value="${view.accountId}">${seed ? html`<input type="hidden" name="seed" value="${seed.sealed}">` : ''}
${codeField(locale, 6, problem)}
<button class="${seed ? '' : 'plain'}" name="submit" value="1">${seed ? text.enrol : text.remove}</button>
</form>
<p class="small"><a href="${view.account}">${pagesTextsOf(locale).accountHome.title}</a></p>`
  return layout({ locale, title: text.title, project, body })
}
