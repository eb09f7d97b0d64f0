import { t } from '../../texts/index.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { UserAnswer } from './user.ts'

type Message = NonNullable<UserAnswer['messages']>[number]

const tones: Record<Message['state'], Tone> = { waiting: 'caution', sent: 'good', failed: 'problem' }

export const messageFacts = (messages: readonly Message[] = []) =>
  messages.map(({ purpose, state, reason, at }) => ({
    name: t.users.messages[purpose],
    value: (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tones[state]}>{t.users.messageStates[state]}</Badge>
        <span className="text-sm text-quiet">
          {reason && `${t.users.messageReasons[reason]} `}
          <RelativeTime at={at} />
        </span>
      </span>
    ),
  }))
