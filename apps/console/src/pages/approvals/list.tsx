import { ShieldQuestion } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { useList } from '../../components/list/list-pages.tsx'
import { Rich } from '../../components/rich.tsx'
import { type Column, textColumn, timeColumn } from '../../components/table/column.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { labelOfTool } from '../../texts/operation-label.ts'
import { RelativeTime } from '../../ui/time.tsx'
import { projectNameOf } from './approval-answer.ts'
import { ApprovalStatus, decidersOf } from './approval-status.tsx'
import { BrowserNotices } from './browser-notices.tsx'
import { summaryOf } from './change-sheet.ts'
import { SuspendedAgents } from './suspended.tsx'

export { startNotices } from './notices.ts'

type Row = Answer<'approval_list'>['approvals'][number]

const everyMilliseconds = 10_000

const columns: readonly Column<Row>[] = [
  {
    id: 'title',
    header: t.approvals.asksTo,
    isSentence: true,
    isWhole: true,
    cell: (approval) => (
      <span className="grid">
        <span className="@lg:truncate">
          <RowLink {...paths.approval(approval.id)}>{labelOfTool(approval)}</RowLink>
        </span>
        <span className="text-sm text-quiet wrap-anywhere">{summaryOf(approval)}</span>
      </span>
    ),
  },
  textColumn('agent', t.approvals.agent, ({ clientName }) => clientName, { className: '@max-lg:hidden' }),
  textColumn('where', t.nav.project, ({ shows }) => projectNameOf(shows), {
    className: '@lg:@max-3xl:hidden',
  }),
  {
    id: 'status',
    header: t.approvals.status,
    isWhole: true,
    cell: (approval) => (
      <span className="flex items-center gap-x-2">
        <ApprovalStatus approval={approval} />
        <span className="text-sm text-quiet wrap-anywhere empty:hidden @lg:w-max @lg:max-w-80">
          {approval.status === 'pending' ? (
            <Rich
              text={t.approvals.expires('{at}')}
              parts={{ at: <RelativeTime at={approval.expiresAt} /> }}
            />
          ) : (
            decidersOf(approval)
          )}
        </span>
      </span>
    ),
  },
  timeColumn('createdAt', t.approvals.asked, ({ createdAt }) => createdAt, {
    className: '@lg:w-32',
    sort: 'createdAt',
  }),
  textColumn('note', t.approvals.note, ({ note }) => note, { isExtra: true }),
  {
    id: 'decide',
    header: '',
    className:
      'w-20 text-right @max-lg:order-3 @max-lg:h-auto @max-lg:w-full @max-lg:pb-1.5 @max-lg:empty:hidden',
    cell: ({ id, canDecide }) =>
      canDecide && (
        <ButtonLink kind="primary" size="sm" className="relative z-1 @max-lg:w-full" {...paths.approval(id)}>
          {t.home.decide}
        </ButtonLink>
      ),
  },
]

const headingOf = ({ status }: Row): string =>
  status === 'pending' ? t.approvals.waiting : t.approvals.closed

/** The operation returns the newest first; the pending ones of a page precede the others. */
const pendingFirst = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => Number(b.status === 'pending') - Number(a.status === 'pending'))

export function ApprovalsPage() {
  const { superAdministrator } = useOperation('whoami', {})
  const { query, pager } = useList('approval_list', {}, columns, everyMilliseconds)
  return (
    <ListPage
      list="approvals"
      title={t.nav.approvals}
      text={t.approvals.text}
      search={{ label: t.approvals.search }}
      query={query}
      rows={query.data && pendingFirst(query.data.approvals)}
      headingOf={headingOf}
      columns={columns}
      pager={pager}
      order="-createdAt"
      actions={<BrowserNotices />}
      notices={<SuspendedAgents />}
      first={{
        kind: 'entries',
        icon: <ShieldQuestion size={20} />,
        title: t.approvals.none,
        text: t.approvals.noneText,
        action: (
          <>
            {superAdministrator && <ButtonLink {...paths.agents()}>{t.nav.agents}</ButtonLink>}
            <ButtonLink {...paths.audit({ actionPrefix: 'mcp.' })}>{t.nav.audit}</ButtonLink>
          </>
        ),
      }}
    />
  )
}
