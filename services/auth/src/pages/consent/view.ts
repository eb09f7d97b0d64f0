import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { type AccessView, accessList } from '../shared/access.ts'
import type { ApplicationBrand, ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'
import { applicationMark, whoLine } from '../shared/parts.ts'

interface ConsentView extends AccessView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly applicationName: string
  readonly accountId: string
  readonly accountName: string
  readonly otherAction: string
  readonly action: string
  readonly cancelAction: string
  readonly partial: boolean
  readonly redirectHost: string
  readonly brand?: ApplicationBrand
}

export function consentPage(view: ConsentView): Html {
  const { consent: text } = pagesTextsOf(view.locale)
  const title = text.title({ application: view.applicationName })
  const target = view.redirectHost && html`<p class="quiet">${text.goesTo({ host: view.redirectHost })}</p>`
  const body = html`<header><h1>${title}</h1>${target}</header>
${whoLine(view.locale, view)}
<form id="consent" method="post" action="${view.action}">
<input type="hidden" name="accountId" value="${view.accountId}">
${accessList({ locale: view.locale, title: text.willBeAble, onlyIdentity: text.onlyIdentity, partial: view.partial }, view)}
</form>
<div class="answers"><button form="consent" name="submit" value="1">${text.allow}</button>
<form method="post" action="${view.cancelAction}"><button class="plain" name="abort" value="1">${text.deny}</button></form></div>`
  return layout({
    locale: view.locale,
    title,
    project: view.project,
    partner: applicationMark(view.applicationName, view.brand?.logo),
    body,
    primaryColor: view.brand?.primaryColor,
    footer: ownLinks(view),
  })
}

function ownLinks({ locale, brand }: ConsentView): Html | string {
  const { consent: text } = pagesTextsOf(locale)
  const link = (address: string | undefined, text: string) =>
    address ? html`<a href="${address}" rel="noreferrer noopener" target="_blank">${text}</a> ` : ''
  if (!brand?.policyUri && !brand?.tosUri) return ''
  return html`<footer>${link(brand.policyUri, text.policy)}${link(brand.tosUri, text.terms)}</footer>
`
}
