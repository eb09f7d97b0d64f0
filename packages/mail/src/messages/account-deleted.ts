import { mailTextsOf } from '@signet/i18n/mail'
import type { Message } from '../message.ts'

/** Confirms to a user the deletion of the account by this user. */
export const accountDeleted =
  ({ project }: { readonly project: string }): Message =>
  (language) => {
    const { greeting, accountDeleted: text } = mailTextsOf(language)
    return {
      subject: text.subject({ project }),
      greeting,
      lines: [text.text({ project })],
      notes: [text.notYou({ project })],
    }
  }
