import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { useOperation, useOperationMutation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Values } from '../../components/values.tsx'
import { Page } from '../../layouts/page.tsx'
import { base, freshSignInUrl } from '../../paths.ts'
import { labelOfTool } from '../../texts/operation-label.ts'
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
  return (
    <Page
      title={labelOfTool(approval)}
      width="narrow"
      badges={<ApprovalStatus status={approval.status} />}
      text={
        <>
          {approval.clientName} asked <RelativeTime at={approval.createdAt} />, acting for you.
        </>
      }
    >
      <Notice tone="caution" title="What cannot be taken back">
        {approval.consequence}
      </Notice>
      <Values title="What it concerns" members={approval.shows} />
      <Values title="What the agent sends" members={approval.input} />
      {approval.note && (
        <Card title="Your note">
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
  const approve = () =>
    mutate({ approvalId }, { onSuccess: () => toast('Approved. The agent can go on now.') })
  return (
    <section className="grid gap-4" aria-label="Your decision">
      {problem?.code === 'fresh_sign_in_required' ? (
        <Notice tone="caution" title={problem.title}>
          <p>Keys, settings and super administrator rights take a person who has just signed in.</p>
          <a className="underline" href={freshSignInUrl(`${base}/approvals/${approvalId}`)}>
            Sign in again
          </a>
        </Notice>
      ) : (
        <ProblemNotice problem={problem} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button kind="danger" onPress={approve} isPending={isPending}>
          Approve this call
        </Button>
        <Button onPress={() => setRefusing(true)} isDisabled={isPending}>
          Refuse…
        </Button>
        <span className="text-sm text-quiet">
          Expires <RelativeTime at={expiresAt} />
        </span>
      </div>
      {isRefusing && <RefuseDialog approvalId={approvalId} onClose={() => setRefusing(false)} />}
    </section>
  )
}
