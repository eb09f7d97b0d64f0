import type { UserRow } from '@signet/contracts'
import { t } from '../../texts/index.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const looks: Record<UserRow['status'], { tone: Tone; text: string }> = {
  active: { tone: 'good', text: t.users.statuses.active },
  deactivated: { tone: 'neutral', text: t.users.statuses.deactivated },
  locked: { tone: 'problem', text: t.users.statuses.locked },
}

export const UserStatusBadge = ({ status, inactiveReason }: Pick<UserRow, 'status' | 'inactiveReason'>) => (
  <Badge tone={looks[status].tone}>
    {inactiveReason && status !== 'locked' ? t.users.projectScheduled : looks[status].text}
  </Badge>
)
