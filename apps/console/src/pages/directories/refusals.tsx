import { limits } from '@signet/contracts'
import { useParams, useSearch } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { RowLink } from '../../components/link.tsx'
import { type Column, NameCell, numberColumn, timeColumn } from '../../components/table/column.tsx'
import { QueryTable } from '../../components/table/query-table.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'

type Refusal = Answer<'provisioning_refusal_list'>['refusals'][number]

const changeKinds: Readonly<Record<string, string>> = t.directories.changeKinds

const columnsOf = (projectId: string): readonly Column<Refusal>[] => [
  {
    id: 'name',
    header: t.directories.subject,
    cell: (row) => (
      <NameCell note={changeKinds[row.method] ?? row.method}>
        <Subject projectId={projectId} {...row} />
      </NameCell>
    ),
  },
  {
    id: 'problem',
    header: t.directories.reason,
    cell: ({ problem, attribute }) => (
      <Badge tone="problem">
        {t.directories.problems[problem]}
        {attribute && `: ${attribute}`}
      </Badge>
    ),
  },
  numberColumn('attempts', t.directories.tries, ({ attempts }) => attempts, {
    className: 'w-20 @max-2xl:hidden',
  }),
  timeColumn('lastAt', t.directories.last, ({ lastAt }) => lastAt, { className: 'w-36 @max-lg:hidden' }),
]

interface SubjectProps extends Pick<Refusal, 'name' | 'kind' | 'targetId'> {
  readonly projectId: string
}

function Subject({ projectId, name, kind, targetId }: SubjectProps) {
  const text = name ?? targetId ?? t.directories.unnamed
  if (targetId === null) return <span className="wrap-anywhere">{text}</span>
  const to = kind === 'user' ? paths.user(projectId, targetId) : paths.group(projectId, targetId)
  return <RowLink {...to}>{text}</RowLink>
}

function textOfNone(q: string | undefined, isUnused: boolean): string {
  if (isUnused) return t.directories.notArrivedYet
  return q ? t.directories.noRefusalMatch : t.directories.notArrivedNone
}

/** Users and groups whose last change was refused, searched by any of their names. */
export function Refusals({ isUnused }: { isUnused: boolean }) {
  const from = '/shell/projects/$projectId/directories/$connectionId'
  const { projectId, connectionId } = useParams({ from })
  const { q } = useSearch({ from })
  const query = useOperationPage('provisioning_refusal_list', {
    projectId,
    connectionId,
    count: limits.listPage.max,
    ...(q ? { subject: q } : {}),
  })
  const { refusals = [], total = 0 } = query.data ?? {}
  return (
    <section className="grid gap-3">
      <div className="grid gap-0.5">
        <h2 className="font-semibold">
          {t.directories.notArrived}
          {total > 0 && <span className="ml-1 font-normal text-quiet"> {formatNumber(total)}</span>}
        </h2>
        <p className="text-sm text-quiet text-pretty">{t.directories.notArrivedText}</p>
      </div>
      <Card flush>
        <QueryTable
          label={t.directories.notArrived}
          query={query}
          rows={refusals}
          columns={columnsOf(projectId)}
          empty={
            <p className="flex items-center gap-2 p-4 text-quiet">
              {!isUnused && <CircleCheck size={16} aria-hidden className="shrink-0" />}
              {textOfNone(q, isUnused)}
            </p>
          }
        />
      </Card>
    </section>
  )
}
