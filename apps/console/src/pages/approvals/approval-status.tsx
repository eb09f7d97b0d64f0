import type { Approval } from '@signet/contracts'
import { t } from '../../texts/index.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Readonly<Record<Approval['status'], Tone>> = {
  pending: 'accent',
  approved: 'good',
  refused: 'problem',
  used: 'neutral',
  expired: 'neutral',
}

export const ApprovalStatus = ({
  approval: { status, canDecide },
}: {
  approval: Pick<Approval, 'status' | 'canDecide'>
}) => {
  const waitsForOthers = status === 'pending' && !canDecide
  return (
    <Badge tone={waitsForOthers ? 'neutral' : tones[status]}>
      {waitsForOthers ? t.approvals.waitsForOthers : t.approvals.statuses[status]}
    </Badge>
  )
}
