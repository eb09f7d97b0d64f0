import type { Approval } from '@signet/contracts'
import { formatList } from '../../texts/format.ts'
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

/** Returns the addresses of the administrators who refused or approved the call. */
export const decidersOf = ({ approvedBy, refusedBy }: Pick<Approval, 'approvedBy' | 'refusedBy'>): string =>
  formatList((refusedBy ? [refusedBy] : approvedBy).map(({ email }) => email))
