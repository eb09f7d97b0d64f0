import type { Approval } from '@signet/contracts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Readonly<Record<Approval['status'], Tone>> = {
  pending: 'caution',
  approved: 'good',
  refused: 'problem',
  used: 'neutral',
  expired: 'neutral',
}

const texts: Readonly<Record<Approval['status'], string>> = {
  pending: 'Waits for you',
  approved: 'Approved',
  refused: 'Refused',
  used: 'Approved and done',
  expired: 'Expired',
}

export const ApprovalStatus = ({ status }: Pick<Approval, 'status'>) => (
  <Badge tone={tones[status]}>{texts[status]}</Badge>
)
