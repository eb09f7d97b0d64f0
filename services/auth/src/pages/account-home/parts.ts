import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'

interface Fact {
  readonly title: string
  readonly state: Html | string
  readonly act?: Html
  /** Follows the row over its full width. */
  readonly more?: Html
}

export const fact = ({ title, state, act, more }: Fact): Html =>
  html`<li><div class="fact"><div><strong>${title}</strong><br><span class="quiet">${state}</span></div>${act ?? ''}</div>${more ?? ''}</li>`

/** A link of a row, whose accessible name includes the title of the row. */
export const act = (address: string, verb: string, title: string): Html =>
  html`<a href="${address}" aria-label="${verb}: ${title}">${verb}</a>`

export const facts = (title: string, rows: readonly Html[], text = ''): Html =>
  html`<section class="app"><h2>${title}</h2>${text ? html`<p class="quiet">${text}</p>` : ''}${rows.length ? html`<ul class="facts">${rows}</ul>` : ''}</section>`

const inWords = (locale: Locale, at: Date, options: Intl.DateTimeFormatOptions): string =>
  at.toLocaleString(locale, { timeZone: 'UTC', ...options })

export const dayInWords = (locale: Locale, at: Date): string => inWords(locale, at, { dateStyle: 'long' })

export const day = (locale: Locale, at: Date): Html =>
  html`<time datetime="${at.toISOString()}">${dayInWords(locale, at)}</time>`

export const moment = (locale: Locale, at: Date): Html =>
  html`<time datetime="${at.toISOString()}">${inWords(locale, at, { dateStyle: 'long', timeStyle: 'short' })} UTC</time>`

/** Isolates each name, so that its direction does not reorder the others. */
export const names = (all: readonly string[]): Html =>
  html`${all.map((name, index) => html`${index ? ' · ' : ''}<bdi>${name}</bdi>`)}`
