import { mailTextsOf } from '@signet/i18n/mail'
import type { Message } from '../message.ts'

interface Reset {
  readonly project: string
  readonly url: string
  readonly minutes: number
}

export const passwordReset =
  ({ project, url, minutes }: Reset): Message =>
  (language) => {
    const { greeting, reset: text } = mailTextsOf(language)
    return {
      editable: { kind: 'reset' },
      subject: text.subject({ project }),
      greeting,
      lines: [text.text({ project })],
      action: { label: text.action, url },
      notes: [text.once({ minutes }), text.notYou],
    }
  }
