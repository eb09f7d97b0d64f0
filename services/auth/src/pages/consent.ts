import { type Html, html } from './html.ts'
import { layout } from './layout.ts'
import type { Locale } from './locale.ts'
import { textsOf } from './texts/index.ts'

export interface ConsentPermission {
  readonly scope: string
  /** Words of the project's own; without them a standard scope has ours, and another is shown by its name. */
  readonly description?: string
  /** Whether it only looks, or does something. */
  readonly kind?: 'see' | 'act'
}

interface ConsentView {
  readonly locale: Locale
  readonly projectName: string
  readonly applicationName: string
  readonly accountId: string
  readonly accountName: string
  readonly action: string
  readonly cancelAction: string
  /** The person may untick single permissions. */
  readonly partial: boolean
  readonly permissions: readonly ConsentPermission[]
  readonly redirectHost: string
  readonly brand?: { readonly logo?: string; readonly policyUri?: string; readonly tosUri?: string }
}

export function consentPage(view: ConsentView): Html {
  const { consent: text } = textsOf(view.locale)
  const title = text.title(view.applicationName)
  const body = html`<header>${view.brand?.logo ? html`<img class="logo" src="${view.brand.logo}" alt="">` : ''}<h1>${title}</h1><p class="quiet">${view.projectName}</p></header>
<p class="account"><span class="quiet">${text.account}</span> ${view.accountName}</p>
<form method="post" action="${view.action}">
<input type="hidden" name="accountId" value="${view.accountId}">
${view.permissions.length ? permissionList(view) : html`<p>${text.onlyIdentity}</p>`}
<button name="submit" value="1">${text.allow}</button>
</form>
<form method="post" action="${view.cancelAction}"><button class="plain" name="abort" value="1">${text.deny}</button></form>
${view.redirectHost ? html`<p class="quiet small">${text.goesTo(view.redirectHost)}</p>` : ''}
${ownLinks(view)}`
  return layout({ locale: view.locale, title, projectName: view.projectName, body })
}

function ownLinks({ locale, brand }: ConsentView): Html | string {
  const { consent: text } = textsOf(locale)
  const link = (address: string | undefined, words: string) =>
    address ? html`<a href="${address}" rel="noreferrer noopener" target="_blank">${words}</a> ` : ''
  if (!brand?.policyUri && !brand?.tosUri) return ''
  return html`<p class="quiet small">${link(brand.policyUri, text.policy)}${link(brand.tosUri, text.terms)}</p>`
}

function permissionList({ locale, partial, permissions }: ConsentView): Html {
  const { consent: text } = textsOf(locale)
  const words = ({ scope, description, kind }: ConsentPermission) => {
    const said = description ?? text.scopes[scope] ?? html`<code>${scope}</code>`
    return kind ? html`<span>${said} <span class="kind">${text.kinds[kind]}</span></span>` : said
  }
  const items = permissions.map((permission) =>
    partial
      ? html`<li><label class="tick"><input type="checkbox" name="scope:${permission.scope}" checked><span>${words(permission)}</span></label></li>`
      : html`<li>${words(permission)}</li>`,
  )
  return html`<fieldset><legend>${text.willBeAble}</legend><ul>${items}</ul></fieldset>`
}
