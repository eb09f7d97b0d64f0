import { Monitor } from 'lucide-react'
import { useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ListEmpty } from '../../components/list-empty.tsx'
import { IconMark } from '../../components/object-mark.tsx'
import { type Column, NameCell, timeColumn } from '../../components/table/column.tsx'
import { QueryTable } from '../../components/table/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { useSignOut } from '../../layouts/sign-out.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'

type Row = Answer<'own_session_list'>['sessions'][number]

/** Ending the session of this browser signs out, which navigates to another page. */
function EndSession({ session }: { session: Row }) {
  const signOut = useSignOut()
  const { mutate, isPending } = useOperationMutation('own_session_end')
  const end = () =>
    mutate(
      { sessionId: session.id },
      {
        onSuccess: () => toast(t.sessions.ended),
        onError: (error) => toast(problemOf(error).detail),
      },
    )
  return (
    <Button size="sm" isPending={isPending} onPress={session.current ? signOut : end}>
      {session.current ? t.shell.signOut : t.sessions.end}
    </Button>
  )
}

const columns: readonly Column<Row>[] = [
  {
    id: 'browser',
    header: t.sessions.browser,
    cell: ({ current }) => (
      <NameCell mark={<IconMark icon={Monitor} />}>
        <span className="font-medium whitespace-nowrap">
          {current ? t.sessions.thisBrowser : t.sessions.anotherBrowser}
        </span>
      </NameCell>
    ),
  },
  timeColumn('lastSeenAt', t.sessions.lastSeen, ({ lastSeenAt }) => lastSeenAt),
  timeColumn('signedInAt', t.sessions.signedIn, ({ signedInAt }) => signedInAt, {
    className: '@max-lg:hidden w-40',
  }),
  timeColumn('expiresAt', t.sessions.endsAt, ({ expiresAt }) => expiresAt, {
    className: '@max-lg:hidden w-40',
  }),
  { id: 'end', header: '', className: 'text-right', cell: (session) => <EndSession session={session} /> },
]

function EndOthers({ others }: { others: readonly Row[] }) {
  const { mutateAsync } = useOperationMutation('own_session_end')
  const [isPending, setPending] = useState(false)
  const end = async (): Promise<void> => {
    setPending(true)
    let failure: unknown
    // A session that has just ended must not keep the others.
    for (const { id } of others)
      await mutateAsync({ sessionId: id }).catch((error: unknown) => {
        failure ??= error
      })
    toast(failure ? problemOf(failure).detail : t.sessions.othersEnded(others.length))
    setPending(false)
  }
  return (
    <Button isPending={isPending} onPress={() => void end()}>
      {t.sessions.endOthers}
    </Button>
  )
}

export function OwnSessionsPage() {
  const query = useOperationPage('own_session_list', {})
  const others = query.data?.sessions.filter(({ current }) => !current) ?? []
  return (
    <Page
      title={t.nav.ownSessions}
      text={t.sessions.text}
      actions={others.length > 0 && <EndOthers others={others} />}
    >
      <Card flush>
        <QueryTable
          label={t.nav.ownSessions}
          query={query}
          rows={query.data?.sessions ?? []}
          columns={columns}
          empty={<ListEmpty kind="entries" icon={<Monitor size={20} />} title={t.sessions.nowhere} />}
        />
      </Card>
    </Page>
  )
}
