import type { UserRow } from '@signet/contracts'
import { Status } from '../../components/object-mark.tsx'
import { t } from '../../texts/index.ts'
import type { Tone } from '../../ui/badge.tsx'

const looks: Record<UserRow['status'], { tone: Tone; text: string }> = {
  active: { tone: 'good', text: t.users.statuses.active },
  deactivated: { tone: 'neutral', text: t.users.statuses.deactivated },
  locked: { tone: 'problem', text: t.users.statuses.locked },
}

export function UserStatus({ status, inactiveReason }: Pick<UserRow, 'status' | 'inactiveReason'>) {
  const isScheduled = inactiveReason && status !== 'locked'
  return (
    <Status tone={isScheduled ? 'neutral' : looks[status].tone}>
      {isScheduled ? t.users.projectScheduled : looks[status].text}
    </Status>
  )
}
