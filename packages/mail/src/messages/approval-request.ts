import { mailTextsOf } from '@signet/i18n/mail'
import type { Message } from '../message.ts'

interface ApprovalRequest {
  readonly agent: string
  readonly url: string
  readonly minutes: number
}

export const approvalRequest =
  ({ agent, url, minutes }: ApprovalRequest): Message =>
  (language) => {
    const { approvalRequest: text } = mailTextsOf(language)
    return {
      subject: text.subject({ agent }),
      lines: [text.text({ agent, minutes })],
      action: { label: text.action, url },
      notes: [text.notYou],
    }
  }
