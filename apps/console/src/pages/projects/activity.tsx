import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Answer } from '../../api/client.ts'
import { operationQuery, useOperation, useOperationPage } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { BarChart } from '../../components/bar-chart.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { TextLink } from '../../components/link.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Rich } from '../../components/rich.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { formatDate, formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { Day } from '../../ui/time.tsx'
import { changeText, MonthFigures } from '../activity/figures.tsx'
import { addMonths } from '../activity/overview.ts'
import { type Activity, daysCsv, monthsCsv, monthsOf } from './activity-csv.ts'
import { PlanUsage } from './plan-usage.tsx'

export function ProjectActivityPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/activity' })
  const activity = useOperationPage('project_activity_get', { projectId })
  const summary = useOperation('project_summary_get', { projectId })
  return (
    <Page
      title={t.nav.activity}
      text={t.projects.activityText}
      actions={activity.data?.countingSince && <Export activity={activity.data} />}
    >
      {activity.error && <ProblemNotice problem={problemOf(activity.error)} />}
      {activity.data && <Periods activity={activity.data} />}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <Figures projectId={projectId} summary={summary} />
        {summary.plan && (
          <Card title={t.projects.planUsage} text={summary.plan.name}>
            <PlanUsage plan={summary.plan} hasActiveUsers />
          </Card>
        )}
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
  const months = monthsOf(activity)
  const hasFigures = months.some(({ total }) => total > 0)
  return (
    <>
      <Card>
        <MonthFigures month={month} months={months} />
      </Card>
      <Card
        title={t.projects.perDay}
        text={<Rich text={t.projects.countingSince('{at}')} parts={{ at: <Day at={countingSince} /> }} />}
      >
        <Days activity={activity} />
      </Card>
      {hasFigures && (
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          <Card title={t.projects.perMonth}>
            <BarChart
              label={t.projects.perMonth}
              series={[t.projects.total]}
              bars={months.map(({ month: key, total }) => ({
                key,
                name: formatDate(key, 'month'),
                values: [total],
              }))}
            />
          </Card>
          <Kinds now={current} before={months.find((one) => one.month === addMonths(month, -1))} />
        </div>
      )}
    </>
  )
}

/** The days of the month, compared with those of the month before if all of them were counted. */
function Days({ activity: { id: projectId, month, days } }: { activity: Activity }) {
  const former = useQuery(operationQuery('project_activity_get', { projectId, month: addMonths(month, -1) }))
  const before = former.data?.days ?? []
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
      former={
        before[0]?.day.endsWith('-01')
          ? { name: t.activity.before, values: before.map(({ total }) => total) }
          : undefined
      }
    />
  )
}

type Counts = NonNullable<Activity['current']>

interface KindsProps {
  readonly now: Counts
  /** Undefined when the month before was not counted. */
  readonly before: Counts | undefined
}

function Kinds({ now, before }: KindsProps) {
  const names = {
    local: t.projects.local,
    upstream: t.projects.upstream,
    renewal: t.projects.renewal,
    directoryProvisioned: t.projects.provisioned,
  }
  const kinds = (Object.keys(names) as (keyof typeof names)[]).filter((kind) => now[kind] > 0)
  if (kinds.length === 0)
    return (
      <Card title={t.projects.thisMonth}>
        <p className="text-sm text-quiet">{t.common.noFigures}</p>
      </Card>
    )
  return (
    <Card title={t.projects.thisMonth}>
      <Facts
        facts={kinds.map((kind) => ({
          name: names[kind],
          value: (
            <>
              {formatNumber(now[kind])}
              <span className="ml-2 text-sm text-quiet">{changeText(now[kind], before?.[kind])}</span>
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
  return (
    <Card title={t.projects.figures}>
      <Facts
        facts={[
          {
            name: names.users,
            value: <TextLink {...paths.users(projectId)}>{formatNumber(summary.users)}</TextLink>,
          },
          {
            name: names.unverified,
            value: (
              <TextLink {...paths.users(projectId, { verified: 'no' })}>
                {formatNumber(summary.unverified)}
              </TextLink>
            ),
          },
          {
            name: names.withoutAuthenticator,
            value: (
              <TextLink {...paths.users(projectId, { authenticator: 'no' })}>
                {formatNumber(summary.withoutAuthenticator)}
              </TextLink>
            ),
          },
          { name: names.withoutLinkedIdentity, value: formatNumber(summary.withoutLinkedIdentity) },
          {
            name: names.passwordWithoutAuthenticator,
            value: formatNumber(summary.passwordWithoutAuthenticator),
          },
          {
            name: names.groups,
            value: <TextLink {...paths.groups(projectId)}>{formatNumber(summary.groups)}</TextLink>,
          },
          {
            name: names.connections,
            value: (
              <TextLink {...paths.directories(projectId)}>
                {formatNumber(summary.provisioningConnections.total)}
              </TextLink>
            ),
          },
          {
            name: names.providers,
            value: (
              <TextLink {...paths.providers(projectId)}>{formatNumber(summary.providers.enabled)}</TextLink>
            ),
          },
        ]}
      />
    </Card>
  )
}
