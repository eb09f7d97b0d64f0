import { useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import { useOperation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Rich } from '../../components/rich.tsx'
import { base, freshSignInUrl } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import type { ApprovalAnswer } from './approval-answer.ts'
import { RefuseDialog } from './refuse.tsx'

/** @param label the action, with the number of its objects */
export function Decision({ approval, label }: { approval: ApprovalAnswer; label: string }) {
  const { id: approvalId, expiresAt, canDecide, actsFor } = approval
  const { email } = useOperation('whoami', {})
  const [isRefusing, setRefusing] = useState(false)
  const { mutate, isPending, error } = useOperationMutation('approval_approve')
  const problem = error ? problemOf(error) : null
  const approve = () =>
    mutate(
      { approvalId },
      {
        onSuccess: ({ status }) => toast(status === 'pending' ? t.approvals.partly : t.approvals.approved),
      },
    )
  return (
    <section className="grid gap-4" aria-label={t.approvals.decision}>
      {problem?.code === 'fresh_sign_in_required' ? (
        <Notice tone="caution" title={problem.title}>
          <p>{t.approvals.freshText}</p>
          <a className="underline" href={freshSignInUrl(`${base}/approvals/${approvalId}`)}>
            {t.shell.signInAgain}
          </a>
        </Notice>
      ) : (
        <ProblemNotice problem={problem} />
      )}
      {!canDecide && <WhyNot approval={approval} email={email} />}
      <div className="flex flex-wrap items-center gap-2">
        {canDecide && (
          <Button kind={isDangerous(approval) ? 'danger' : 'primary'} onPress={approve} isPending={isPending}>
            {t.approvals.approve(label)}
          </Button>
        )}
        <Button onPress={() => setRefusing(true)} isDisabled={isPending}>
          {t.approvals.refuse}
        </Button>
        {actsFor === email && <RefuseAll approval={approval} />}
        <span className="text-sm text-quiet">
          <Rich text={t.approvals.expires('{at}')} parts={{ at: <RelativeTime at={expiresAt} /> }} />
        </span>
      </div>
      {isRefusing && <RefuseDialog approvalId={approvalId} onClose={() => setRefusing(false)} />}
    </section>
  )
}

const isDangerous = ({ effects }: ApprovalAnswer): boolean =>
  effects.some((effect) => effect === 'destroys' || effect === 'exposes' || effect === 'locks-out')

function WhyNot({ approval, email }: { approval: ApprovalAnswer; email: string }) {
  const hasApproved = approval.approvedBy.some((approver) => approver.email === email)
  return (
    <Notice title={hasApproved ? t.approvals.alreadyApproved : t.approvals.byOthers}>
      {hasApproved ? null : t.approvals.byOthersText}
    </Notice>
  )
}

const RefuseAll = ({ approval: { id: approvalId, clientName } }: { approval: ApprovalAnswer }) => (
  <ConfirmButton
    operation="approval_refuse_all"
    input={{ approvalId }}
    refusal={null}
    label={t.approvals.refuseAll}
    title={t.approvals.refuseAllTitle(clientName)}
    confirmLabel={t.approvals.refuseAllDo}
    consequence={t.approvals.refuseAllText}
    done={t.approvals.refusedAll}
  />
)
