import { Monitor } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperationMutation, useOperationPage } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { useSignOut } from '../../layouts/sign-out.ts'
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
        onSuccess: () => toast('The session was ended.'),
        onError: (error) => toast(problemOf(error).detail),
      },
    )
  return (
    <Button size="sm" isPending={isPending} onPress={session.current ? signOut : end}>
      {session.current ? 'Sign out' : 'End'}
    </Button>
  )
}

const helper = columnHelper<Row>()
const columns = helper.columns([
  helper.accessor('current', {
    header: 'Browser',
    cell: ({ getValue }) =>
      getValue() ? (
        <Badge tone="accent">This browser</Badge>
      ) : (
        <span className="whitespace-nowrap">Another browser</span>
      ),
  }),
  helper.accessor('lastSeenAt', {
    header: 'Last seen',
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.accessor('signedInAt', {
    header: 'Signed in',
    meta: { className: 'max-sm:hidden' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.accessor('expiresAt', {
    header: 'Ends at the latest',
    meta: { className: 'max-sm:hidden' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.display({
    id: 'end',
    header: () => <span className="sr-only">End</span>,
    meta: { className: 'text-right' },
    cell: ({ row }) => <EndSession session={row.original} />,
  }),
])

export function OwnSessionsPage() {
  const query = useOperationPage('own_session_list', {})
  return (
    <Page
      title="Your sessions"
      width="narrow"
      text="Where you are signed in to the console. End what you do not recognize, then change your password."
    >
      <Card flush>
        <QueryTable
          label="Your sessions"
          query={query}
          rows={query.data?.sessions ?? []}
          columns={columns}
          empty={<EmptyState icon={<Monitor size={20} />} title="You are not signed in anywhere" />}
        />
      </Card>
    </Page>
  )
}
