import { CircleAlert, CircleCheck } from 'lucide-react'
import { useOperationPage } from '../../api/operation.ts'
import { TextLink } from '../../components/link.tsx'
import type { Column } from '../../components/table/column.tsx'
import { QueryTable } from '../../components/table/query-table.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { type Attempt, attemptsOf } from './attempts.ts'
import type { UserSectionProps } from './user.ts'

const textOf = ({ cause, reason }: Attempt): string => {
  if (reason) return t.providers.failures[reason]
  return cause ? t.users.failureCauses[cause] : t.users.signedInAt
}

const applicationOf = (projectId: string, { clientId, clientName }: Attempt) => {
  if (clientId && clientName)
    return <TextLink {...paths.application(projectId, clientId)}>{clientName}</TextLink>
  return <span className="text-quiet">{clientId ? t.users.attempts.deletedApplication : '–'}</span>
}

/** Aligns the outer columns with the title of the card. */
const cardInset = 'px-4 sm:px-5'

const columnsOf = (projectId: string): readonly Column<Attempt>[] => [
  {
    id: 'result',
    header: t.users.attempts.result,
    className: cardInset,
    cell: (attempt) => (
      <span className="flex min-w-0 items-center gap-2">
        {attempt.cause ? (
          <CircleAlert size={15} aria-hidden className="shrink-0 text-problem" />
        ) : (
          <CircleCheck size={15} aria-hidden className="shrink-0 text-good" />
        )}
        <span className="min-w-0 break-words">
          {textOf(attempt)}
          {attempt.count > 1 && <span className="text-quiet tabular"> {formatNumber(attempt.count)}×</span>}
        </span>
      </span>
    ),
  },
  {
    id: 'application',
    header: t.nav.application,
    className: '@max-lg:hidden',
    cell: (attempt) => applicationOf(projectId, attempt),
  },
  {
    id: 'provider',
    header: t.nav.provider,
    className: '@max-lg:hidden',
    cell: ({ provider }) => provider ?? <span className="text-quiet">–</span>,
  },
  {
    id: 'at',
    header: t.users.attempts.last,
    // A narrow row is aligned with the text of the result.
    className: `w-36 ${cardInset} @max-lg:pl-9.75`,
    cell: (attempt) => <AttemptTime projectId={projectId} attempt={attempt} />,
  },
]

/** Has the application and the provider in front of the time on a narrow page, which has no columns for them. */
const AttemptTime = ({ projectId, attempt }: { readonly projectId: string; readonly attempt: Attempt }) => (
  <span>
    <span className="@lg:hidden">
      {attempt.clientId && <>{applicationOf(projectId, attempt)} · </>}
      {attempt.provider && `${attempt.provider} · `}
    </span>
    <RelativeTime at={attempt.at} />
  </span>
)

/** Equal failures are one row with their number. */
export function Attempts({ projectId, user }: Pick<UserSectionProps, 'projectId' | 'user'>) {
  const one = { projectId, userId: user.id }
  const sessions = useOperationPage('project_user_session_list', one)
  const identities = useOperationPage('federation_identity_list', one).data?.identities ?? []
  const rows = attemptsOf({
    failures: user.signIn.failures,
    sessions: sessions.data?.applications ?? [],
    identities,
  })
  return (
    <Card title={t.users.attempts.title} text={t.users.attempts.text}>
      <div className="-mx-4 -mb-4 border-t border-line sm:-mx-5 sm:-mb-5">
        <QueryTable
          label={t.users.attempts.title}
          query={sessions}
          rows={rows}
          columns={columnsOf(projectId)}
          empty={<p className="p-4 text-quiet sm:px-5">{t.users.attempts.none}</p>}
        />
      </div>
    </Card>
  )
}
