import { mailTextsOf } from '@signet/i18n/mail'
import type { Message } from '../message.ts'

export const testMessage =
  ({ instance }: { readonly instance: string }): Message =>
  (language) => {
    const { test: text } = mailTextsOf(language)
    return { subject: text.subject, lines: [text.text({ instance })], notes: [] }
  }
