import { Badge, type Tone } from '../../ui/badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { UserAnswer } from './detail.tsx'

type Message = NonNullable<UserAnswer['messages']>[number]

const names: Record<Message['purpose'], string> = {
  invitation: 'Invitation',
  verification: 'Verification mail',
}

const states: Record<Message['state'], { text: string; tone: Tone }> = {
  waiting: { text: 'Waiting to be sent', tone: 'caution' },
  sent: { text: 'Sent', tone: 'good' },
  failed: { text: 'Not sent', tone: 'problem' },
}

const reasons: Record<NonNullable<Message['reason']>, string> = {
  refused: 'The mail server refused it.',
  unconfirmed: 'The mail server did not confirm it; it may still arrive.',
  expired: 'The mail server could not be reached in time.',
}

/** What became of the mail to a person, as facts of the account. */
export const messageFacts = (messages: readonly Message[] = []) =>
  messages.map(({ purpose, state, reason, at }) => ({
    name: names[purpose],
    value: (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={states[state].tone}>{states[state].text}</Badge>
        <span className="text-sm text-quiet">
          {reason && `${reasons[reason]} `}
          <RelativeTime at={at} />
        </span>
      </span>
    ),
  }))
