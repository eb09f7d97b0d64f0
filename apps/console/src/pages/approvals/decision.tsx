import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import { useOperation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Rich } from '../../components/rich.tsx'
import { base, freshSignInUrl } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'
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
    <section
      aria-label={t.approvals.decision}
      className="-mx-4 -mb-4 grid gap-3 rounded-b-xl border-t border-line bg-surface p-4 sm:sticky sm:bottom-0 sm:z-10 sm:-mx-5 sm:-mb-5 sm:px-5 sm:py-3 print:hidden"
    >
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
          <Button
            kind={approval.effects.includes('destroys') ? 'danger' : 'primary'}
            onPress={approve}
            isPending={isPending}
            className="max-sm:h-auto max-sm:min-h-8.5 max-sm:basis-full max-sm:py-1.5 max-sm:whitespace-normal"
          >
            {t.approvals.approve(label)}
          </Button>
        )}
        <Button onPress={() => setRefusing(true)} isDisabled={isPending} className="max-sm:basis-full">
          {t.approvals.refuse}
        </Button>
        {actsFor === email && <MoreDecisions approval={approval} />}
        <span className="text-sm text-quiet">
          <Rich text={t.approvals.expires('{at}')} parts={{ at: <RelativeTime at={expiresAt} /> }} />
        </span>
      </div>
      {isRefusing && <RefuseDialog approvalId={approvalId} onClose={() => setRefusing(false)} />}
    </section>
  )
}

function WhyNot({ approval, email }: { approval: ApprovalAnswer; email: string }) {
  const hasApproved = approval.approvedBy.some((approver) => approver.email === email)
  return (
    <Notice title={hasApproved ? t.approvals.alreadyApproved : t.approvals.byOthers}>
      {hasApproved ? null : t.approvals.byOthersText}
    </Notice>
  )
}

function MoreDecisions({ approval: { id: approvalId, clientName } }: { approval: ApprovalAnswer }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Menu
        label={t.approvals.more}
        placement="top start"
        trigger={<IconButton label={t.approvals.more} icon={<Ellipsis size={16} aria-hidden />} />}
      >
        <MenuItem danger text={t.approvals.refuseAll} onAction={() => setAsking(true)} />
      </Menu>
      {isAsking && (
        <ConfirmOperation
          operation="approval_refuse_all"
          input={{ approvalId }}
          title={t.approvals.refuseAllTitle(clientName)}
          confirmLabel={t.approvals.refuseAllDo}
          consequence={t.approvals.refuseAllText}
          onDone={() => {
            setAsking(false)
            toast(t.approvals.refusedAll)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
