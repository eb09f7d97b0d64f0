import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { useOperation, useOperationMutation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { arePlanned, PlannedChanges } from '../../components/planned-changes.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Rich } from '../../components/rich.tsx'
import { Values } from '../../components/values.tsx'
import { Page } from '../../layouts/page.tsx'
import { base, freshSignInUrl } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { consequenceOfTool, labelOfTool } from '../../texts/operation-label.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { ApprovalStatus } from './approval-status.tsx'
import { RefuseDialog } from './refuse.tsx'

export type ApprovalAnswer = Answer<'approval_get'>

export function ApprovalPage() {
  const { approvalId } = useParams({ from: '/shell/approvals/$approvalId' })
  const approval = useOperation('approval_get', { approvalId })
  const consequence = consequenceOfTool(approval)
  return (
    <Page
      title={labelOfTool(approval)}
      width="narrow"
      badges={<ApprovalStatus status={approval.status} />}
      text={
        <Rich
          text={t.approvals.askedBy(approval.clientName, '{at}')}
          parts={{ at: <RelativeTime at={approval.createdAt} /> }}
        />
      }
    >
      <Notice tone="caution" title={t.approvals.does}>
        <ul className="list-disc pl-5">
          {approval.effects.map((effect) => (
            <li key={effect}>{t.approvals.effects[effect]}</li>
          ))}
        </ul>
        {consequence && <p>{consequence}</p>}
      </Notice>
      {arePlanned(approval.shows.changes) ? (
        <PlannedChanges changes={approval.shows.changes} />
      ) : (
        <Values title={t.approvals.concerns} members={approval.shows} />
      )}
      <Values title={t.approvals.sends} members={approval.input} />
      {approval.note && (
        <Card title={t.approvals.yourNote}>
          <p className="wrap-anywhere">{approval.note}</p>
        </Card>
      )}
      {approval.status === 'pending' && <Decision approval={approval} />}
    </Page>
  )
}

function Decision({ approval }: { approval: ApprovalAnswer }) {
  const { id: approvalId, expiresAt } = approval
  const [isRefusing, setRefusing] = useState(false)
  const { mutate, isPending, error } = useOperationMutation('approval_approve')
  const problem = error ? problemOf(error) : null
  const approve = () => mutate({ approvalId }, { onSuccess: () => toast(t.approvals.approved) })
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
      <div className="flex flex-wrap items-center gap-2">
        <Button kind="danger" onPress={approve} isPending={isPending}>
          {t.approvals.approve}
        </Button>
        <Button onPress={() => setRefusing(true)} isDisabled={isPending}>
          {t.approvals.refuse}
        </Button>
        <span className="text-sm text-quiet">
          <Rich text={t.approvals.expires('{at}')} parts={{ at: <RelativeTime at={expiresAt} /> }} />
        </span>
      </div>
      <div>
        <ConfirmButton
          operation="approval_refuse_all"
          input={{ approvalId }}
          refusal={null}
          label={t.approvals.refuseAll}
          title={t.approvals.refuseAllTitle(approval.clientName)}
          confirmLabel={t.approvals.refuseAllDo}
          consequence={t.approvals.refuseAllText}
          done={t.approvals.refusedAll}
        />
      </div>
      {isRefusing && <RefuseDialog approvalId={approvalId} onClose={() => setRefusing(false)} />}
    </section>
  )
}
