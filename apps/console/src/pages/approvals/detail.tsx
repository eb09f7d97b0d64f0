import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { operationQuery } from '../../api/operation.ts'
import { arePlanned, PlannedChanges } from '../../components/planned-changes.tsx'
import { Rich } from '../../components/rich.tsx'
import { visible } from '../../components/value-rows.ts'
import { Page } from '../../layouts/page.tsx'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { labelOfTool } from '../../texts/operation-label.ts'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { ApprovalAnswer } from './approval-answer.ts'
import { ApprovalStatus, decidersOf } from './approval-status.tsx'
import { countOf } from './change-sheet.ts'
import { Decision } from './decision.tsx'
import { History } from './history.tsx'
import { Effects, RequestCard } from './request-card.tsx'

const everyMilliseconds = 3_000

const isOpen = ({ status }: Pick<ApprovalAnswer, 'status'>): boolean =>
  status === 'pending' || status === 'approved'

/** Reads an approval again until it is refused, used or expired: another administrator or the agent may act. */
function useApproval(): ApprovalAnswer {
  const { approvalId } = useParams({ from: '/shell/approvals/$approvalId' })
  const { data } = useSuspenseQuery({
    ...operationQuery('approval_get', { approvalId }),
    refetchInterval: ({ state }) => (!state.data || isOpen(state.data) ? everyMilliseconds : false),
  })
  return data
}

/** Returns the action, with the number of its objects. */
function labelOf(approval: ApprovalAnswer): string {
  const count = countOf(approval.input)
  const operation = labelOfTool(approval)
  return count === null ? operation : `${operation} (${formatNumber(count)})`
}

/** The last breadcrumb of the page. */
export function ApprovalTitle() {
  return labelOf(useApproval())
}

export function ApprovalPage() {
  const approval = useApproval()
  const { clientName, createdAt, decidedAt, actsFor, note } = approval
  const planned = approval.shows.changes
  const label = labelOf(approval)
  return (
    <Page
      title={label}
      badges={
        <>
          <ApprovalStatus approval={approval} />
          {decidedAt && (
            <span className="text-sm text-quiet wrap-anywhere">
              {decidersOf(approval)} · <RelativeTime at={decidedAt} />
            </span>
          )}
        </>
      }
      text={
        <Rich
          text={t.approvals.askedBy(clientName, '{at}', actsFor)}
          parts={{ at: <RelativeTime at={createdAt} /> }}
        />
      }
    >
      <Effects approval={approval} />
      <div className="grid min-w-0 grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <Reason approval={approval} />
        <div className="grid min-w-0 grid-cols-1 gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {arePlanned(planned) && <PlannedChanges changes={planned} />}
          <RequestCard approval={approval}>
            {approval.status === 'pending' && <Decision approval={approval} label={label} />}
          </RequestCard>
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-5 lg:col-start-2">
          {note && (
            <Card title={t.approvals.note}>
              <p className="wrap-anywhere">{note}</p>
            </Card>
          )}
          <History approval={approval} />
        </div>
      </div>
    </Page>
  )
}

/** Separates the agent's text from every sentence of the console, and precedes the request on a narrow page. */
const Reason = ({ approval: { reason } }: { approval: ApprovalAnswer }) =>
  reason && (
    <Card title={t.approvals.reason} text={t.approvals.reasonText}>
      <blockquote className="border-l-2 border-line pl-3 whitespace-pre-line wrap-anywhere">
        {visible(reason)}
      </blockquote>
    </Card>
  )
