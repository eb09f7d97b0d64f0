import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { minute } from './local-times.ts'
import type { SectionId } from './rail.ts'

interface Fact {
  /** Before the title. */
  readonly icon?: Html
  readonly title: Html | string
  readonly state: Html | string
  readonly act?: Html
}

const text = ({ icon, title, state }: Fact): Html =>
  html`${icon ?? ''}<span class="text"><strong>${title}</strong> <span class="quiet">${state}</span></span>`

export const fact = (row: Fact): Html => html`<li><div class="fact">${text(row)}${row.act ?? ''}</div></li>`

interface FormFact extends Fact {
  /** Ends the accessible name of the row. */
  readonly verb?: string
  readonly form: Html
  readonly isOpen?: boolean
}

/** Renders a row that opens a form or a list below it. */
export const formFact = ({ verb = '', form, isOpen = false, ...row }: FormFact): Html =>
  html`<li><details${isOpen ? html` open` : ''}><summary class="fact">${text(row)}<span class="arrow"><span class="unseen">${verb}</span></span></summary>${form}</details></li>`

/** A link that covers its row and shows an arrow. Its accessible name includes the title of the row. */
export const act = (address: string, verb: string, title: string): Html =>
  html`<a class="arrow" href="${address}" aria-label="${verb}: ${title}"></a>`

/** A row that consists of its link. */
export const linkRow = (address: string | undefined, title: Html | string, kind = ''): Html[] =>
  address
    ? [
        html`<li><a class="fact${kind && ` ${kind}`}" href="${address}"><span class="text">${title}</span></a></li>`,
      ]
    : []

interface Section {
  readonly id: SectionId
  readonly title: string
  /** Above the rows. */
  readonly text?: string
}

export const section = ({ id, title, text = '' }: Section, rows: readonly Html[]): Html =>
  html`<section class="app" id="${id}"><h2>${title}</h2>${text ? html`<p class="quiet">${text}</p>` : ''}${rows.length ? html`<ul class="facts">${rows}</ul>` : ''}</section>`

const inWords = (locale: Locale, at: Date, options: Intl.DateTimeFormatOptions): string =>
  at.toLocaleString(locale, { timeZone: 'UTC', ...options })

export const dayInWords = (locale: Locale, at: Date): string => inWords(locale, at, { dateStyle: 'long' })

export const day = (locale: Locale, at: Date): Html =>
  html`<time datetime="${at.toISOString()}">${dayInWords(locale, at)}</time>`

/** Names the time zone. The script of local times replaces a time in UTC. */
export const moment = (locale: Locale, at: Date, timeZone?: string): Html =>
  html`<time${timeZone ? '' : html` class="local"`} datetime="${at.toISOString()}">${inWords(locale, at, { ...minute, timeZoneName: 'short', ...(timeZone ? { timeZone } : {}) })}</time>`

/** Isolates each name, so that its direction does not reorder the others. */
export const names = (all: readonly string[]): Html =>
  html`${all.map((name, index) => html`${index ? ' · ' : ''}<bdi>${name}</bdi>`)}`
