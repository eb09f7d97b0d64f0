import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { operationQuery } from '../../api/operation.ts'
import { TextLink } from '../../components/link.tsx'
import { arePlanned, PlannedChanges } from '../../components/planned-changes.tsx'
import { Rich } from '../../components/rich.tsx'
import { valueRows, visible } from '../../components/value-rows.ts'
import { Values } from '../../components/values.tsx'
import { useObject } from '../../layouts/found.ts'
import { Page } from '../../layouts/page.tsx'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { consequenceOfTool, labelOfTool } from '../../texts/operation-label.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ChangeList } from '../audit/entry-parts.tsx'
import type { ApprovalAnswer } from './approval-answer.ts'
import { ApprovalStatus } from './approval-status.tsx'
import { changeSheetOf, countOf } from './change-sheet.ts'
import { Decision } from './decision.tsx'
import { Deciders, History } from './history.tsx'

const everyMilliseconds = 3_000

const isOpen = ({ status }: Pick<ApprovalAnswer, 'status'>): boolean =>
  status === 'pending' || status === 'approved'

/** Reads an approval again until it is refused, used or expired: another administrator or the agent may act. */
function useApproval(approvalId: string): ApprovalAnswer {
  const { data } = useSuspenseQuery({
    ...operationQuery('approval_get', { approvalId }),
    refetchInterval: ({ state }) => (!state.data || isOpen(state.data) ? everyMilliseconds : false),
  })
  return data
}

export function ApprovalPage() {
  const { approvalId } = useParams({ from: '/shell/approvals/$approvalId' })
  const approval = useApproval(approvalId)
  const { clientName, createdAt, actsFor, input } = approval
  const count = countOf(input)
  const operation = labelOfTool(approval)
  const label = count === null ? operation : `${operation} (${formatNumber(count)})`
  return (
    <Page
      title={label}
      width="narrow"
      badges={<ApprovalStatus approval={approval} />}
      text={
        <Rich
          text={t.approvals.askedBy(clientName, '{at}', actsFor)}
          parts={{ at: <RelativeTime at={createdAt} /> }}
        />
      }
    >
      <Effects approval={approval} />
      <Reason approval={approval} />
      <Sheet approval={approval} />
      {approval.note && (
        <Card title={t.approvals.yourNote}>
          <p className="wrap-anywhere">{approval.note}</p>
        </Card>
      )}
      <Deciders approval={approval} />
      {approval.status === 'pending' && <Decision approval={approval} label={label} />}
      <History approval={approval} />
    </Page>
  )
}

const tones = {
  destroys: 'problem',
  exposes: 'problem',
  'locks-out': 'caution',
  'lets-in': 'caution',
  raises: 'caution',
  none: 'info',
} as const

/** The heading is the first effect, the most serious one. */
function Effects({ approval }: { approval: ApprovalAnswer }) {
  const [first = 'none', ...others] = approval.effects
  const consequence = consequenceOfTool(approval)
  return (
    <Notice tone={tones[first]} title={t.approvals.headings[first]}>
      {consequence && <p>{consequence}</p>}
      {others.length > 0 && (
        <ul className="list-disc pl-5">
          {others.map((effect) => (
            <li key={effect}>{t.approvals.effects[effect]}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

/** Separates the agent's text from every sentence of the console. */
const Reason = ({ approval: { reason, clientName } }: { approval: ApprovalAnswer }) =>
  reason && (
    <Card title={t.approvals.reason(clientName)} text={t.approvals.reasonText}>
      <blockquote className="border-l-2 border-line pl-3 whitespace-pre-line wrap-anywhere">
        {visible(reason)}
      </blockquote>
    </Card>
  )

interface TargetProps {
  readonly objectId: string | null
  readonly members: Parameters<typeof valueRows>[0]
}

function Target({ objectId, members }: TargetProps) {
  const facts = valueRows(members).map(({ name, value }) => ({
    name,
    value: <span className="wrap-anywhere">{value}</span>,
  }))
  if (objectId) facts.unshift({ name: t.approvals.object, value: <ObjectName id={objectId} /> })
  return (
    facts.length > 0 && (
      <Card title={t.approvals.concerns}>
        <Facts facts={facts} />
      </Card>
    )
  )
}

/** The name links to the object, if the reader may read it. */
function ObjectName({ id }: { readonly id: string }) {
  const object = useObject(id)
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
      {object && <TextLink {...object.to}>{object.name}</TextLink>}
      <span className="font-mono text-sm text-quiet">{id}</span>
    </span>
  )
}

function Sheet({ approval }: { approval: ApprovalAnswer }) {
  const { changes, objectId, target, further } = changeSheetOf(approval)
  const planned = approval.shows.changes
  return (
    <>
      {arePlanned(planned) ? (
        <PlannedChanges changes={planned} />
      ) : (
        <Target objectId={objectId} members={target} />
      )}
      {changes.length > 0 && (
        <Card title={t.approvals.changes}>
          <ChangeList rows={changes} />
        </Card>
      )}
      <Values title={t.approvals.sends} members={further} />
    </>
  )
}
