import { brandMarks } from '@signet/contracts'
import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { sentenceWith } from './parts.ts'
import { tintsOf } from './provider-tints.ts'

export interface ProviderButton {
  readonly id: string
  readonly name: string
  readonly brand: 'google' | 'microsoft' | 'apple' | string | null
  readonly address: string
}

export interface ProviderButtons {
  readonly shown: readonly ProviderButton[]
  readonly folded: readonly ProviderButton[]
}

/** Links, because `form-action` would block the redirect of a form to the provider. */
export function providerButtons(locale: Locale, { shown, folded }: ProviderButtons): Html | string {
  if (shown.length === 0) return ''
  const text = pagesTextsOf(locale).federation
  const unbranded = [...shown, ...folded].filter(({ brand }) => brand === null || !marks.has(brand))
  const tints = tintsOf(unbranded.map(({ id }) => id))
  const mark = ({ id, name, brand }: ProviderButton) =>
    (brand === null ? undefined : marks.get(brand)) ?? letter(name, tints.get(id) ?? 0)
  const list = (buttons: readonly ProviderButton[]) =>
    html`<ul class="ways">${buttons.map((button) => html`<li>${link(locale, button, mark(button))}</li>`)}</ul>`
  return html`${list(shown)}${folded.length ? html`<details class="more"><summary>${text.more}</summary>${list(folded)}</details>` : ''}`
}

function link(locale: Locale, { name, address }: ProviderButton, mark: Html): Html {
  return html`<a class="button way" href="${address}" rel="nofollow">${mark}<span class="line">${sentenceWith((provider) => pagesTextsOf(locale).federation.with({ provider }), html`<bdi>${name}</bdi>`)}</span></a>`
}

const letter = (name: string, tint: number): Html =>
  html`<span class="mark letter tint-${tint}" aria-hidden="true">${[...name][0]?.toLocaleUpperCase()}</span>`

const marks: ReadonlyMap<string, Html> = new Map(
  Object.entries(brandMarks).map(([brand, { viewBox, paths }]) => [
    brand,
    html`<svg class="mark" viewBox="${viewBox}" width="20" height="20" aria-hidden="true" focusable="false">${paths.map(({ fill, d }) => html`<path fill="${fill}" d="${d}"/>`)}</svg>`,
  ]),
)
