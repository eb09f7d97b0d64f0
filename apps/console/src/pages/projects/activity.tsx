import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Answer } from '../../api/client.ts'
import { operationQuery, useOperation, useOperationPage } from '../../api/operation.ts'
import { BarChart } from '../../components/bar-chart.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { TextLink } from '../../components/link.tsx'
import { ReadProblem } from '../../components/read-problem.tsx'
import { Rich } from '../../components/rich.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { formatDate, formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card, type Fact } from '../../ui/card.tsx'
import { Day } from '../../ui/time.tsx'
import { MonthFigures, monthChange } from '../activity/figures.tsx'
import { MonthField } from '../activity/month-field.tsx'
import { MonthsChart } from '../activity/months-chart.tsx'
import { addMonths, fourWeeksBefore } from '../activity/overview.ts'
import { type Activity, daysCsv, monthsCsv, monthsOf } from './activity-csv.ts'
import { PlanUsage } from './plan-usage.tsx'

/** Stacks cards independently of the other column. */
const column = 'grid min-w-0 grid-cols-1 gap-5'

export function ProjectActivityPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/activity' })
  const { month } = useSearch({ from: '/shell/projects/$projectId/activity' })
  const navigate = useNavigate()
  const activity = useOperationPage('project_activity_get', { projectId, ...(month ? { month } : {}) })
  const summary = useOperation('project_summary_get', { projectId })
  return (
    <Page
      title={t.nav.activity}
      text={t.projects.activityText}
      actions={activity.data?.countingSince && <Export activity={activity.data} />}
    >
      <MonthField
        value={month ?? activity.data?.month}
        first={activity.data?.countingSince?.slice(0, 7)}
        onChange={(next) =>
          void navigate({ ...paths.projectActivity(projectId, next ? { month: next } : {}), replace: true })
        }
      />
      <ReadProblem query={activity} />
      {activity.data && <Periods activity={activity.data} />}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className={column}>
          {activity.data && <ByMonth activity={activity.data} />}
          {summary.plan && (
            <Card title={t.projects.planUsage} text={summary.plan.name}>
              <PlanUsage plan={summary.plan} hasActiveUsers />
            </Card>
          )}
        </div>
        <div className={column}>
          {activity.data && <Kinds activity={activity.data} />}
          <Figures projectId={projectId} summary={summary} />
        </div>
      </div>
    </Page>
  )
}

const Export = ({ activity }: { activity: Activity }) => (
  <ExportMenu
    files={{
      days: { label: t.activity.perDay, write: () => daysCsv(activity) },
      months: { label: t.activity.perMonth, write: () => monthsCsv(activity) },
    }}
    nameOf={(file) => `activity-${file}-${activity.id}-${activity.month}`}
  />
)

function Periods({ activity }: { activity: Activity }) {
  const { countingSince, current, month } = activity
  if (!countingSince || !current) return <Card>{t.projects.activityNone}</Card>
  return (
    <>
      <Card>
        <MonthFigures month={month} months={monthsOf(activity)} />
      </Card>
      <Card
        title={t.projects.perDay}
        text={<Rich text={t.projects.countingSince('{at}')} parts={{ at: <Day at={countingSince} /> }} />}
      >
        <Days activity={activity} />
      </Card>
    </>
  )
}

function ByMonth({ activity }: { activity: Activity }) {
  const months = monthsOf(activity)
  return (
    activity.countingSince &&
    months.some(({ total }) => total > 0) && (
      <Card title={t.projects.perMonth}>
        <MonthsChart label={t.projects.perMonth} months={months} countingSince={activity.countingSince} />
      </Card>
    )
  )
}

/** Compares each day with the same weekday four weeks before. */
function Days({ activity: { id: projectId, month, days } }: { activity: Activity }) {
  const former = useQuery(operationQuery('project_activity_get', { projectId, month: addMonths(month, -1) }))
  const before = fourWeeksBefore(former.data?.days ?? [], days, month)
  return (
    <BarChart
      label={t.projects.perDay}
      series={[t.projects.local, t.projects.upstream, t.projects.renewal]}
      bars={days.map(({ day, local, upstream, renewal }) => ({
        key: day,
        name: formatDate(day, 'calendarDay'),
        short: formatDate(day, 'shortDay'),
        values: [local, upstream, renewal],
      }))}
      former={before && { name: t.activity.fourWeeksBefore, values: before }}
    />
  )
}

function Kinds({ activity }: { activity: Activity }) {
  const { current: now, month } = activity
  const before = monthsOf(activity).find((one) => one.month === addMonths(month, -1))
  const names = {
    local: t.projects.local,
    upstream: t.projects.upstream,
    renewal: t.projects.renewal,
    directoryProvisioned: t.projects.provisioned,
  }
  const kinds = (Object.keys(names) as (keyof typeof names)[]).filter((kind) => now && now[kind] > 0)
  if (!now || kinds.length === 0) return null
  return (
    <Card title={t.projects.thisMonth}>
      <Numbers
        rows={kinds.map((kind) => ({
          name: names[kind],
          value: (
            <>
              <span className="mr-3">{monthChange(month, now[kind], before?.[kind])}</span>
              {formatNumber(now[kind])}
            </>
          ),
        }))}
      />
    </Card>
  )
}

interface FiguresProps {
  readonly projectId: string
  readonly summary: Answer<'project_summary_get'>
}

/** Shows the counts of the project, with links to lists of the counted objects. */
function Figures({ projectId, summary }: FiguresProps) {
  const names = t.projects.summary
  const users = (search: Parameters<typeof paths.users>[1]) => paths.users(projectId, search)
  const rows = [
    [names.users, summary.users, users({})],
    [names.unverified, summary.unverified, users({ verified: 'no' })],
    [names.withoutAuthenticator, summary.withoutAuthenticator, users({ authenticator: 'no' })],
    [names.withoutLinkedIdentity, summary.withoutLinkedIdentity, null],
    [names.passwordWithoutAuthenticator, summary.passwordWithoutAuthenticator, null],
    [names.groups, summary.groups, paths.groups(projectId)],
    [names.connections, summary.provisioningConnections.total, paths.directories(projectId)],
    [names.providers, summary.providers.enabled, paths.providers(projectId)],
  ] as const
  return (
    <Card title={t.projects.figures}>
      <Numbers
        rows={rows.map(([name, count, to]) => ({
          name,
          value: to ? <TextLink {...to}>{formatNumber(count)}</TextLink> : formatNumber(count),
        }))}
      />
    </Card>
  )
}

const Numbers = ({ rows }: { rows: readonly Fact[] }) => (
  <dl className="grid">
    {rows.map(({ name, value }) => (
      <div
        key={name}
        className="flex items-baseline justify-between gap-4 border-b border-line py-1.5 first:pt-0 last:border-b-0 last:pb-0"
      >
        <dt className="text-quiet">{name}</dt>
        <dd className="text-right tabular">{value}</dd>
      </div>
    ))}
  </dl>
)
