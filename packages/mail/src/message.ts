import type { Locale } from '@signet/i18n'

/** What one message says in one language: plain text throughout, whoever wrote parts of it. */
export interface Content {
  readonly subject: string
  readonly lines: readonly string[]
  /** The one thing to do. */
  readonly action?: { readonly label: string; readonly url: string }
  /** To be typed where it was asked for. */
  readonly code?: string
  /** Said last, and more quietly. */
  readonly notes: readonly string[]
}

/** A message in every language. */
export type Message = Readonly<Record<Locale, Content>>
