import { mailTextsOf } from '@signet/i18n/mail'
import type { Message } from '../message.ts'

interface Invitation {
  readonly project: string
  readonly url: string
  readonly days: number
  readonly invitedBy?: string | undefined
}

/** An administrator created the account; its owner chooses a password. */
export const accountInvitation =
  ({ project, url, days, invitedBy: by }: Invitation): Message =>
  (language) => {
    const { greeting, invitation: text, unexpected } = mailTextsOf(language)
    return {
      editable: { kind: 'invitation', invitedBy: by ?? project },
      subject: text.subject({ project }),
      greeting,
      lines: [by ? text.by({ by, project }) : text.text({ project }), text.begin],
      action: { label: text.action, url },
      notes: [text.once({ days }), unexpected],
    }
  }
