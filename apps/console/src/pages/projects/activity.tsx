import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { operationQuery, useOperation, useOperationPage } from '../../api/operation.ts'
import { BarChart } from '../../components/bar-chart.tsx'
import { stepTones } from '../../components/chart-tones.ts'
import { ExportMenu } from '../../components/export-menu.tsx'
import { ReadProblem } from '../../components/read-problem.tsx'
import { Rich } from '../../components/rich.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Day } from '../../ui/time.tsx'
import { MonthField } from '../activity/month-field.tsx'
import { MonthsChart } from '../activity/months-chart.tsx'
import { addMonths, fourWeeksBefore, presentDay } from '../activity/overview.ts'
import { type Activity, daysCsv, monthsCsv, monthsOf } from './activity-csv.ts'
import { Figures, MonthStrip } from './activity-figures.tsx'
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
  const { countingSince, current } = activity
  if (!countingSince || !current) return <Card>{t.projects.activityNone}</Card>
  return (
    <>
      <MonthStrip activity={activity} current={current} />
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
      tones={stepTones}
      bars={days.map(({ day, local, upstream, renewal }) => ({
        key: day,
        name: formatDate(day, 'calendarDay'),
        short: formatDate(day, 'shortDay'),
        values: [local, upstream, renewal],
        isCurrent: day === presentDay(),
      }))}
      former={before && { name: t.activity.fourWeeksBefore, values: before }}
    />
  )
}
