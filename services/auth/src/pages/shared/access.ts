import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { accessIcon } from './access-icons.ts'
import { breakable } from './parts.ts'

export interface ConsentPermission {
  readonly scope: string
  /** `scope` is the name of a single claim. */
  readonly isClaim?: boolean
  /** Name of the checkbox; default: `scope:` and the scope. */
  readonly field?: string
  /** Default: the translated text of a standard scope, or the name of any other. */
  readonly description?: string
  readonly kind?: 'see' | 'act'
}

export interface AccessView {
  readonly permissions: readonly ConsentPermission[]
  readonly apis?: readonly {
    readonly name: string
    readonly address: string
    readonly permissions: readonly ConsentPermission[]
  }[]
  /** Fine-grained permissions with all members (RFC 9396). */
  readonly details?: readonly Readonly<Record<string, unknown>>[]
}

interface ListOptions {
  readonly locale: Locale
  readonly title: string
  /** Text for a request for the user's identity only. */
  readonly onlyIdentity: string
  readonly partial?: boolean
}

export function accessList(
  { locale, title, onlyIdentity, partial = false }: ListOptions,
  view: AccessView,
): Html {
  const { permissions, apis = [], details = [] } = view
  const { consent: text } = pagesTextsOf(locale)
  const lines = (items: readonly ConsentPermission[]) =>
    html`<ul>${items.map((item) => permissionItem(locale, item, partial))}</ul>`
  const list = (heading: Html | string, items: readonly ConsentPermission[]) => {
    const described = actingFirst(items.filter((item) => isDescribed(locale, item)))
    const others = items.filter((item) => !isDescribed(locale, item))
    return html`<fieldset><legend>${heading}</legend>${described.length ? lines(described) : ''}${others.length ? html`<p class="undescribed">${text.unexplained}</p>${lines(others)}` : ''}</fieldset>`
  }
  const isEmpty = permissions.length === 0 && apis.length === 0 && details.length === 0
  const ofApis = apis.map(({ name, address, permissions: items }) => {
    const heading = html`${text.at({ api: name })}${name === address ? '' : html` <span class="quiet small">${address}</span>`}`
    return items.length
      ? list(heading, items)
      : html`<fieldset><legend>${heading}</legend><ul><li class="access">${accessIcon({ scope: '' })}<span class="can">${text.reach}</span></li></ul></fieldset>`
  })
  return html`${permissions.length ? list(title, permissions) : ''}${isEmpty ? html`<p>${onlyIdentity}</p>` : ''}${ofApis}
${detailList(locale, details)}`
}

/** The permissions with the most consequences precede the others. */
const actingFirst = (items: readonly ConsentPermission[]): ConsentPermission[] =>
  items.toSorted((a, b) => Number(b.kind === 'act') - Number(a.kind === 'act'))

function permissionItem(locale: Locale, permission: ConsentPermission, partial: boolean): Html {
  const { scope, kind } = permission
  const line = html`${accessIcon(permission)}${permissionText(locale, permission)}${kind ? badge(kind, pagesTextsOf(locale).consent.kinds[kind]) : ''}`
  if (!partial) return html`<li class="access">${line}</li>`
  const field = permission.field ?? `scope:${scope}`
  return html`<li><label class="tick access"><input type="checkbox" name="${field}" checked>${line}</label></li>`
}

const badge = (kind: 'see' | 'act', label: string): Html => html`<span class="kind ${kind}">${label}</span>`

function sentenceOf(locale: Locale, { scope, isClaim, description }: ConsentPermission): string | undefined {
  const { consent: text } = pagesTextsOf(locale)
  return description ?? ownText(isClaim ? text.claims : text.scopes, scope)
}

/** The page names a claim, and explains that it is a detail of the account. */
const isDescribed = (locale: Locale, permission: ConsentPermission): boolean =>
  Boolean(permission.isClaim) || sentenceOf(locale, permission) !== undefined

/** A scope without a text is shown by its technical name. */
function permissionText(locale: Locale, permission: ConsentPermission): Html {
  const { scope, isClaim } = permission
  const { consent: text } = pagesTextsOf(locale)
  const sentence = sentenceOf(locale, permission)
  if (sentence) return html`<span class="can">${sentence}</span>`
  const name = html`<code>${breakable(scope)}</code>`
  return isClaim
    ? html`<span class="can">${text.claim}${name}</span>`
    : html`<span class="can name">${name}</span>`
}

/** Folds the JSON of an object, which developers recognize. */
const raw = (locale: Locale, content: string): Html =>
  html`<details class="raw"><summary>${pagesTextsOf(locale).details.raw}</summary><code>${content}</code></details>`

const ownText = (texts: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(texts, key) ? texts[key] : undefined

/** Lists every member, since the user may only allow visible ones. */
function detailList(locale: Locale, details: NonNullable<AccessView['details']>): Html | string {
  if (details.length === 0) return ''
  const text = pagesTextsOf(locale).details
  const member = ([name, value]: [string, unknown]) =>
    html`<dt>${ownText(text.members, name) ?? labelOf(name)}</dt><dd>${spoken(locale, value)}</dd>`
  const items = details.map((detail) => {
    const { type, ...rest } = detail
    return html`<li><strong>${breakable(labelOf(String(type)))}</strong><dl class="details">${Object.entries(rest).map(member)}</dl>${raw(locale, JSON.stringify(detail, null, 2))}</li>`
  })
  return html`<fieldset><legend>${text.title}</legend><ul>${items}</ul></fieldset>`
}

/** Writes an identifier such as `creditorAccount` or `payment_initiation` as words. Returns other names, such as URLs, unchanged. */
function labelOf(name: string): string {
  if (!/^[a-z][a-zA-Z0-9]*([_-][a-zA-Z0-9]+)*$/.test(name)) return name
  const words = name
    .replace(/[_-]/g, ' ')
    .replace(
      /([a-z0-9])([A-Z]+)/g,
      (_all, before: string, capitals: string) =>
        `${before} ${capitals.length > 1 ? capitals : capitals.toLowerCase()}`,
    )
  return words[0]?.toUpperCase() + words.slice(1)
}

const spoken = (locale: Locale, value: unknown): string =>
  Array.isArray(value)
    ? value.map((part) => spoken(locale, part)).join(', ')
    : typeof value === 'object' && value !== null
      ? (moneyIn(locale, value) ??
        Object.entries(value)
          .map(([name, part]) => `${labelOf(name)}: ${spoken(locale, part)}`)
          .join(', '))
      : String(value)

/** Formats an object that consists of a currency and an amount, without rounding. */
function moneyIn(locale: Locale, value: object): string | undefined {
  const { currency, ...rest } = value as Readonly<Record<string, unknown>>
  const [[name, amount] = [], ...others] = Object.entries(rest)
  if (others.length || (name !== 'amount' && name !== 'value')) return undefined
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return undefined
  if (typeof amount !== 'string' || !/^-?\d{1,15}(\.\d{1,10})?$/.test(amount)) return undefined
  const fractionDigits = amount.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(amount as Intl.StringNumericLiteral)
}
