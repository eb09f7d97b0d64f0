import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { ApprovalAnswer } from './approval-answer.ts'

interface Step {
  readonly name: string
  readonly at: string
}

function stepsOf(approval: ApprovalAnswer): readonly Step[] {
  const { clientName, createdAt, approvedBy, refusedBy, decidedAt, usedAt, status, expiresAt } = approval
  return [
    { name: t.approvals.requested(clientName), at: createdAt },
    ...approvedBy.map(({ email, at }) => ({ name: t.approvals.approvedBy(email), at })),
    ...(status === 'refused' && decidedAt
      ? [{ name: refusedBy ? t.approvals.refusedBy(refusedBy.email) : t.approvals.refusedAt, at: decidedAt }]
      : []),
    ...(usedAt ? [{ name: t.approvals.usedAt(clientName), at: usedAt }] : []),
    // The bar of the decision shows the time of a pending approval.
    ...(status === 'approved' ? [{ name: t.approvals.expiresAt, at: expiresAt }] : []),
    ...(status === 'expired' ? [{ name: t.approvals.expiredAt, at: expiresAt }] : []),
  ]
}

export const History = ({ approval }: { approval: ApprovalAnswer }) => (
  <Card title={t.approvals.history}>
    <ol className="grid gap-2">
      {stepsOf(approval).map(({ name, at }) => (
        <li key={`${name} ${at}`} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <span className="text-sm text-quiet">
            <RelativeTime at={at} />
          </span>
        </li>
      ))}
    </ol>
  </Card>
)
