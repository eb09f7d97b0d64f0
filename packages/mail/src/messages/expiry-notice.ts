import { mailTextsOf } from '@signet/i18n/mail'
import type { Message } from '../message.ts'

interface ExpiringValue {
  readonly kind: 'provider' | 'certificate' | 'clientCertificate' | 'directory'
  readonly displayName: string
  readonly projectName: string
  readonly endsAt: Date
}

interface ExpiryNotice {
  readonly values: readonly ExpiringValue[]
  /** Page of the value, or of the console for several. */
  readonly url: string
}

/** Limit of a mail; the console lists all values. */
const maxLines = 20

/** Informs the owners of projects about client secrets, certificates and credentials that end soon. */
export const expiryNotice =
  ({ values, url }: ExpiryNotice): Message =>
  (language) => {
    const { expiry: text } = mailTextsOf(language)
    const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
    const lines = values
      .slice(0, maxLines)
      .map(({ kind, displayName, projectName, endsAt }) =>
        text[kind]({ name: displayName, project: projectName, date: days.format(endsAt) }),
      )
    const [first] = values
    const subject = values.length === 1 && first ? text.subjectOf({ name: first.displayName }) : text.subject
    return {
      subject,
      lines,
      action: { label: text.action, url },
      notes: [text.afterwards],
    }
  }
