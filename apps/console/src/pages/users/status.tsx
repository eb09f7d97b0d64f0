import type { UserRow } from '@signet/contracts'
import { t } from '../../texts/index.ts'
import { Badge, type Tone, UsualState } from '../../ui/badge.tsx'

const looks: Record<UserRow['status'], { tone: Tone; text: string }> = {
  active: { tone: 'neutral', text: t.users.statuses.active },
  deactivated: { tone: 'neutral', text: t.users.statuses.deactivated },
  locked: { tone: 'problem', text: t.users.statuses.locked },
}

export function UserStatus({ status, inactiveReason }: Pick<UserRow, 'status' | 'inactiveReason'>) {
  if (status === 'active' && !inactiveReason) return <UsualState>{t.users.statuses.active}</UsualState>
  return (
    <Badge tone={looks[status].tone}>
      {inactiveReason && status !== 'locked' ? t.users.projectScheduled : looks[status].text}
    </Badge>
  )
}
