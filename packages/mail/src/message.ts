import type { MailKind } from '@signet/contracts'
import type { Locale } from '@signet/i18n'

/** One language; plain text, also of the names that users chose. */
export interface Content {
  readonly subject: string
  /** Shown above the lines; a project that edits the lines writes its greeting there. */
  readonly greeting?: string
  readonly lines: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
  readonly code?: string
  /** Shown last, in smaller type. */
  readonly notes: readonly string[]
  /** A project may edit the texts of this kind. */
  readonly editable?: { readonly kind: MailKind; readonly invitedBy?: string }
}

export type Message = (language: Locale) => Content
