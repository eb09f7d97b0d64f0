import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { UserSectionProps } from './detail.tsx'

type Row = Answer<'project_user_session_list'>['applications'][number]

const helper = columnHelper<Row>()
const columnsOf = ({ projectId, user, refusal }: UserSectionProps) =>
  helper.columns([
    helper.accessor('clientName', {
      header: t.nav.application,
      cell: ({ row: { original: row } }) => (
        <span className="flex flex-wrap items-center gap-2">
          {row.clientName ?? row.clientId ?? t.users.noApplication}
          {row.offline && <Badge>{t.users.offline}</Badge>}
        </span>
      ),
    }),
    helper.accessor('signedInAt', {
      header: t.users.signedInAt,
      meta: { className: 'max-sm:hidden w-40' },
      cell: ({ getValue }) => <TimeOrNever at={getValue()} />,
    }),
    helper.accessor('lastTokenAt', {
      header: t.users.lastToken,
      meta: { className: 'max-md:hidden w-40' },
      cell: ({ getValue }) => <TimeOrNever at={getValue()} />,
    }),
    helper.display({
      id: 'signOut',
      meta: { className: 'w-28 text-right' },
      cell: ({ row: { original: row } }) =>
        row.clientId && (
          <ConfirmButton
            label={t.users.applicationSignOut}
            size="sm"
            refusal={refusal}
            operation="project_user_application_sign_out"
            input={{ projectId, userId: user.id, clientId: row.clientId }}
            title={t.users.applicationSignOutTitle(row.clientName ?? row.clientId)}
            consequence={t.users.applicationSignOutText}
            confirmLabel={t.users.applicationSignOut}
            done={t.users.applicationSignedOut(row.clientName ?? row.clientId)}
          />
        ),
    }),
  ])

const TimeOrNever = ({ at }: { at: string | null }) =>
  at ? <RelativeTime at={at} /> : <span className="text-quiet">{t.common.never}</span>

/** The applications a person is signed in to. */
export function Sessions(props: UserSectionProps) {
  const { projectId, user } = props
  const query = useOperationPage('project_user_session_list', { projectId, userId: user.id })
  return (
    <section className="grid gap-2">
      <div className="grid gap-0.5">
        <h2 className="font-semibold">{t.users.sessions}</h2>
        <p className="text-sm text-quiet">{t.users.sessionsText}</p>
      </div>
      <Card flush>
        <QueryTable
          label={t.users.sessions}
          query={query}
          rows={query.data?.applications ?? []}
          columns={columnsOf(props)}
          empty={<p className="p-4 text-quiet">{t.users.sessionsNone}</p>}
        />
      </Card>
    </section>
  )
}
