import { mailTextsOf } from '@signet/i18n/mail'
import type { Message } from '../message.ts'

interface Invitation {
  readonly team: string
  readonly invitedBy: string
  readonly owner: boolean
  readonly url: string
  readonly days: number
}

/** Invites an administrator to a team. */
export const teamInvitation =
  ({ team, invitedBy: by, owner, url, days }: Invitation): Message =>
  (language) => {
    const { teamInvitation: text, unexpected } = mailTextsOf(language)
    return {
      subject: text.subject({ team }),
      lines: [text.text({ by, team, role: owner ? 'owner' : 'member' })],
      action: { label: text.action, url },
      notes: [text.once({ days }), unexpected],
    }
  }
