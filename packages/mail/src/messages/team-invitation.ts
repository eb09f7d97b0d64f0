import { mailTextsOf } from '@signet/i18n/mail'
import type { Message } from '../message.ts'

interface Invitation {
  readonly team: string
  readonly invitedBy: string
  readonly role: 'owner' | 'member' | 'support' | 'viewer'
  readonly url: string
  readonly days: number
}

export const teamInvitation =
  ({ team, invitedBy: by, role, url, days }: Invitation): Message =>
  (language) => {
    const { teamInvitation: text, unexpected } = mailTextsOf(language)
    return {
      subject: text.subject({ team }),
      lines: [text.text({ by, team, role })],
      action: { label: text.action, url },
      notes: [text.once({ days }), unexpected],
    }
  }
