import { mailTextsOf } from '@signet/i18n/mail'
import type { Message } from '../message.ts'

/** Informs the owner about a registration with the address. The registration page does not say that it is taken. */
export const alreadyRegistered =
  ({ project }: { readonly project: string }): Message =>
  (language) => {
    const { greeting, alreadyRegistered: text } = mailTextsOf(language)
    return {
      editable: { kind: 'already_registered' },
      subject: text.subject({ project }),
      greeting,
      lines: [text.text({ project }), text.signIn],
      notes: [text.notYou],
    }
  }
