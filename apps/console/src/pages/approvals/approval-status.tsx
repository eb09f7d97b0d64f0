import type { Approval } from '@signet/contracts'
import { t } from '../../texts/index.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Readonly<Record<Approval['status'], Tone>> = {
  pending: 'caution',
  approved: 'good',
  refused: 'problem',
  used: 'neutral',
  expired: 'neutral',
}

export const ApprovalStatus = ({ status }: Pick<Approval, 'status'>) => (
  <Badge tone={tones[status]}>{t.approvals.statuses[status]}</Badge>
)
