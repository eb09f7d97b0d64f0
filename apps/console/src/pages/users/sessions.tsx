import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { type Column, NameCell, timeColumn } from '../../components/table/column.tsx'
import { QueryTable } from '../../components/table/query-table.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import type { UserSectionProps } from './user.ts'

type Row = Answer<'project_user_session_list'>['applications'][number]

const columnsOf = ({ projectId, user, supportRefusal }: UserSectionProps): readonly Column<Row>[] => [
  {
    id: 'application',
    header: t.nav.application,
    cell: ({ clientName, clientId, offline }) => (
      <NameCell badges={offline && <Badge>{t.users.offline}</Badge>}>
        {clientName ?? clientId ?? t.users.noApplication}
      </NameCell>
    ),
  },
  timeColumn('signedInAt', t.users.signedInAt, ({ signedInAt }) => signedInAt, {
    className: '@max-lg:hidden w-40',
  }),
  timeColumn('lastTokenAt', t.users.lastToken, ({ lastTokenAt }) => lastTokenAt, {
    className: '@max-2xl:hidden w-40',
  }),
  {
    id: 'signOut',
    header: '',
    className: 'w-28 text-right',
    cell: ({ clientId, clientName }) =>
      clientId && (
        <ConfirmButton
          label={t.users.applicationSignOut}
          kind="secondary"
          danger={false}
          size="sm"
          refusal={supportRefusal}
          operation="project_user_application_sign_out"
          input={{ projectId, userId: user.id, clientId }}
          title={t.users.applicationSignOutTitle(clientName ?? clientId)}
          consequence={t.users.applicationSignOutText}
          confirmLabel={t.users.applicationSignOut}
          done={t.users.applicationSignedOut(clientName ?? clientId)}
        />
      ),
  },
]

export function Sessions(props: UserSectionProps) {
  const { projectId, user } = props
  const query = useOperationPage('project_user_session_list', { projectId, userId: user.id })
  return (
    <Card flush title={t.users.sessions} text={t.users.sessionsText}>
      <div className="mt-4 border-t border-line">
        <QueryTable
          label={t.users.sessions}
          query={query}
          rows={query.data?.applications ?? []}
          columns={columnsOf(props)}
          empty={<p className="p-4 text-quiet sm:px-5">{t.users.sessionsNone}</p>}
        />
      </div>
    </Card>
  )
}
