import type { UserRow } from '@signet/contracts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const looks: Record<UserRow['status'], { tone: Tone; text: string }> = {
  active: { tone: 'good', text: 'Active' },
  deactivated: { tone: 'neutral', text: 'Deactivated' },
  locked: { tone: 'problem', text: 'Locked' },
}

export const UserStatusBadge = ({ status }: Pick<UserRow, 'status'>) => (
  <Badge tone={looks[status].tone}>{looks[status].text}</Badge>
)
