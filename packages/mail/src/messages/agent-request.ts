import { mailTextsOf } from '@signet/i18n/mail'
import type { Message } from '../message.ts'

interface AgentRequest {
  readonly agent: string
  readonly by: string
  readonly url: string
}

export const agentRequest =
  ({ agent, by, url }: AgentRequest): Message =>
  (language) => {
    const { agentRequest: text } = mailTextsOf(language)
    return {
      subject: text.subject({ agent }),
      lines: [text.text({ by, agent })],
      action: { label: text.action, url },
      notes: [text.notExpected],
    }
  }
