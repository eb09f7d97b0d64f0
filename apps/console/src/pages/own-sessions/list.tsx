import { Monitor } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperationMutation, useOperationPage } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { useSignOut } from '../../layouts/sign-out.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'

type Row = Answer<'own_session_list'>['sessions'][number]

/** The session of this browser ends as signing out does, which leads somewhere. */
function EndSession({ session }: { session: Row }) {
  const signOut = useSignOut()
  const { mutate, isPending } = useOperationMutation('own_session_end')
  const end = () =>
    mutate(
      { sessionId: session.id },
      {
        onSuccess: () => toast(t.ownSessions.ended),
        onError: (error) => toast(problemOf(error).detail),
      },
    )
  return (
    <Button size="sm" isPending={isPending} onPress={session.current ? signOut : end}>
      {session.current ? t.shell.signOut : t.ownSessions.end}
    </Button>
  )
}

const helper = columnHelper<Row>()
const columns = helper.columns([
  helper.accessor('current', {
    header: t.ownSessions.browser,
    cell: ({ getValue }) =>
      getValue() ? (
        <Badge tone="accent">{t.ownSessions.thisBrowser}</Badge>
      ) : (
        <span className="whitespace-nowrap">{t.ownSessions.anotherBrowser}</span>
      ),
  }),
  helper.accessor('lastSeenAt', {
    header: t.ownSessions.lastSeen,
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.accessor('signedInAt', {
    header: t.ownSessions.signedIn,
    meta: { className: 'max-sm:hidden' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.accessor('expiresAt', {
    header: t.ownSessions.endsAt,
    meta: { className: 'max-sm:hidden' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.display({
    id: 'end',
    header: () => <span className="sr-only">{t.ownSessions.end}</span>,
    meta: { className: 'text-right' },
    cell: ({ row }) => <EndSession session={row.original} />,
  }),
])

export function OwnSessionsPage() {
  const query = useOperationPage('own_session_list', {})
  return (
    <Page title={t.nav.ownSessions} width="narrow" text={t.ownSessions.text}>
      <Card flush>
        <QueryTable
          label={t.nav.ownSessions}
          query={query}
          rows={query.data?.sessions ?? []}
          columns={columns}
          empty={<EmptyState icon={<Monitor size={20} />} title={t.ownSessions.nowhere} />}
        />
      </Card>
    </Page>
  )
}
