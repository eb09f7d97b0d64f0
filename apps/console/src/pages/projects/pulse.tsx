import type { CountedFailure, Project } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/client.ts'
import { operationQuery } from '../../api/operation.ts'
import { BarChart } from '../../components/bar-chart.tsx'
import { nameBars } from '../../components/chart-rows.tsx'
import { sumOf } from '../../components/chart-scale.ts'
import { Figure } from '../../components/figure-strip.tsx'
import { TextLink } from '../../components/link.tsx'
import { ReadProblem } from '../../components/read-problem.tsx'
import { ShareBar } from '../../components/share-bar.tsx'
import { WeekBefore } from '../../components/week-before.tsx'
import { OverviewColumns } from '../../layouts/overview-columns.tsx'
import { paths } from '../../paths.ts'
import { formatDate, formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'

type Counts = Answer<'project_sign_in_count_get'>

const everyMilliseconds = 60_000

/** Sign-ins of the last day, their failures and the same hours a week before. */
export function Pulse({ project: { id: projectId } }: { project: Project }) {
  const query = useQuery({
    ...operationQuery('project_sign_in_count_get', { projectId }),
    refetchInterval: everyMilliseconds,
  })
  const { data: counts, error } = query
  if (error) return <ReadProblem query={query} />
  if (!counts) return null
  return (
    <Card title={t.projects.pulse} text={t.projects.pulseText}>
      <OverviewColumns
        facts={
          <>
            <Methods methods={counts.methods} />
            <Causes projectId={projectId} failures={counts.failures} />
          </>
        }
      >
        <dl className="grid grid-cols-2 gap-x-4 sm:flex sm:gap-x-12">
          {(['succeeded', 'failed'] as const).map((of) => (
            <Figure
              key={of}
              name={of === 'failed' ? t.projects.pulseFailed : t.projects.pulseSignIns}
              value={formatNumber(counts.total[of])}
              note={<WeekBefore counts={counts} of={of} />}
            />
          ))}
        </dl>
        <BarChart
          label={t.projects.pulsePerHour}
          series={[t.projects.pulseSignIns, t.projects.pulseFailed]}
          tones={['past', 'pastProblem']}
          isSplit
          bars={counts.hours.map(({ hour, succeeded, failed }, index) => ({
            key: hour,
            name: formatDate(hour, 'hour'),
            short: formatDate(hour, 'fullHour'),
            values: [succeeded, failed],
            isCurrent: index === counts.hours.length - 1,
            ...dayBegun(counts.hours, index),
          }))}
        />
      </OverviewColumns>
    </Card>
  )
}

/** Names the day of an hour that follows midnight, and of the first hour if the name has room. */
function dayBegun(hours: Counts['hours'], index: number) {
  const dayAt = (at: number): string => formatDate(hours[at]?.hour ?? '', 'day')
  const isNamed = index === 0 ? dayAt(0) === dayAt(nameBars) : dayAt(index) !== dayAt(index - 1)
  return isNamed && hours[nameBars] ? { begins: dayAt(index) } : {}
}

interface ShareListProps {
  readonly title: string
  readonly fill: 'fill-bar-past' | 'fill-bar-problem-past'
  readonly rows: readonly { readonly key: string; readonly name: ReactNode; readonly count: number }[]
  readonly empty?: string
}

/** One row needs no bar: its share is always the whole. */
const ShareList = ({ title, fill, rows, empty }: ShareListProps) => {
  const all = sumOf(rows.map(({ count }) => count))
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-medium">{title}</h3>
      {rows.length === 0 && <p className="text-sm text-quiet">{empty}</p>}
      <ul className="grid gap-2.5 text-sm">
        {rows.map(({ key, name, count }) => (
          <li key={key}>
            <span className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <span className="tabular">{formatNumber(count)}</span>
            </span>
            {rows.length > 1 && <ShareBar share={count / all} fill={fill} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Causes = ({ projectId, failures }: { projectId: string; failures: Counts['failures'] }) => (
  <ShareList
    title={t.projects.pulseCauses}
    fill="fill-bar-problem-past"
    empty={t.projects.pulseNoFailures}
    rows={failures.slice(0, 6).map(({ method, cause, providerId, providerName, count }) => ({
      key: `${method} ${cause} ${providerId}`,
      count,
      name: (
        <>
          {providerId && providerName && (
            <>
              <TextLink {...paths.provider(projectId, providerId)}>{providerName}</TextLink>
              {': '}
            </>
          )}
          {causeText(cause)}
        </>
      ),
    }))}
  />
)

const Methods = ({ methods }: Pick<Counts, 'methods'>) =>
  methods.length > 0 && (
    <ShareList
      title={t.projects.pulseMethods}
      fill="fill-bar-past"
      rows={methods.map(({ method, succeeded }) => ({
        key: method,
        name: t.projects.signInMethods[method],
        count: succeeded,
      }))}
    />
  )

/** Removes the full stop, because the cause is an item of a list. */
function causeText(cause: CountedFailure): string {
  const texts: Readonly<Record<CountedFailure, string>> = {
    ...t.users.failureCauses,
    ...t.providers.failures,
    not_fresh: t.projects.notFresh,
  }
  return texts[cause].replace(/[.。]$/, '')
}
