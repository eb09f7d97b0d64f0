import type { Approval } from '@signet/contracts'
import { formatList } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'

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

type Decided = Pick<Approval, 'approvedBy' | 'refusedBy' | 'decidedAt'>

/** The administrators who refused or approved the call, and the time of the decision. */
export const Deciders = ({ approval: { approvedBy, refusedBy, decidedAt } }: { approval: Decided }) => (
  <span className="text-sm text-quiet wrap-anywhere empty:hidden">
    {formatList((refusedBy ? [refusedBy] : approvedBy).map(({ email }) => email))}
    {decidedAt && (
      <>
        {' · '}
        <RelativeTime at={decidedAt} />
      </>
    )}
  </span>
)
