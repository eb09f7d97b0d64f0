import { mailTextsOf } from '@signet/i18n/mail'
import type { Message } from '../message.ts'

interface Invitation {
  readonly project: string
  readonly url: string
  readonly days: number
  readonly invitedBy: string
}

export const passkeyInvitation =
  ({ project, url, days, invitedBy: by }: Invitation): Message =>
  (language) => {
    const { greeting, passkey: text, unexpected } = mailTextsOf(language)
    return {
      editable: { kind: 'passkey', invitedBy: by },
      subject: text.subject({ project }),
      greeting,
      lines: [text.by({ by, project }), text.begin],
      action: { label: text.action, url },
      notes: [text.once({ days }), unexpected],
    }
  }
