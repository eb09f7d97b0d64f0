import { type Html, html } from '@signet/runtime'
import type { ApplicationBrand } from './brand.ts'
import { layout } from './layout.ts'
import type { Locale } from './locale.ts'
import { detailTexts } from './texts/details.ts'
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
  /** Fine-grained permissions, each shown whole (RFC 9396). */
  readonly details?: readonly Readonly<Record<string, unknown>>[]
  readonly redirectHost: string
  readonly brand?: ApplicationBrand
}

export function consentPage(view: ConsentView): Html {
  const { consent: text } = textsOf(view.locale)
  const title = text.title(view.applicationName)
  const body = html`<header>${view.brand?.logo ? html`<img class="logo" src="${view.brand.logo}" alt="">` : ''}<h1>${title}</h1><p class="quiet">${view.projectName}</p></header>
<p class="account"><span class="quiet">${text.account}</span> ${view.accountName}</p>
<form method="post" action="${view.action}">
<input type="hidden" name="accountId" value="${view.accountId}">
${view.permissions.length ? permissionList(view) : view.details?.length ? '' : html`<p>${text.onlyIdentity}</p>`}
${detailList(view.locale, view.details)}
<button name="submit" value="1">${text.allow}</button>
</form>
<form method="post" action="${view.cancelAction}"><button class="plain" name="abort" value="1">${text.deny}</button></form>
${view.redirectHost ? html`<p class="quiet small">${text.goesTo(view.redirectHost)}</p>` : ''}
${ownLinks(view)}`
  return layout({
    locale: view.locale,
    title,
    projectName: view.projectName,
    body,
    primaryColor: view.brand?.primaryColor,
  })
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
  const items = partial
    ? permissions.map(
        (permission) =>
          html`<li><label class="tick"><input type="checkbox" name="scope:${permission.scope}" checked><span>${words(locale, permission)}</span></label></li>`,
      )
    : permissionItems(locale, permissions)
  return html`<fieldset><legend>${text.willBeAble}</legend><ul>${items}</ul></fieldset>`
}

export const permissionItems = (locale: Locale, permissions: readonly ConsentPermission[]): Html[] =>
  permissions.map((permission) => html`<li>${words(locale, permission)}</li>`)

function words(locale: Locale, { scope, description, kind }: ConsentPermission): Html | string {
  const { consent: text } = textsOf(locale)
  const said = description ?? text.scopes[scope] ?? html`<code>${scope}</code>`
  return kind ? html`<span>${said} <span class="kind">${text.kinds[kind]}</span></span>` : said
}

/** Every member is shown: what a person did not see, they did not allow. */
export function detailList(locale: Locale, details: ConsentView['details'] = []): Html | string {
  if (details.length === 0) return ''
  const text = detailTexts[locale]
  const member = ([name, value]: [string, unknown]) =>
    html`<dt>${text.members[name] ?? name}</dt><dd>${spoken(value)}</dd>`
  const items = details.map(
    ({ type, ...rest }) =>
      html`<li><strong>${String(type)}</strong><dl class="details">${Object.entries(rest).map(member)}</dl></li>`,
  )
  return html`<fieldset><legend>${text.title}</legend><ul>${items}</ul></fieldset>`
}

const spoken = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(spoken).join(', ')
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([name, part]) => `${name}: ${spoken(part)}`)
          .join(', ')
      : String(value)
