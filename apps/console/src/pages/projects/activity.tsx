import { useParams } from '@tanstack/react-router'
import type { Answer } from '../../api/client.ts'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { BarChart } from '../../components/bar-chart.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Rich } from '../../components/rich.tsx'
import { Page } from '../../layouts/page.tsx'
import { formatDate, formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { Day } from '../../ui/time.tsx'
import { PlanUsage } from './plan-usage.tsx'

type Activity = Answer<'project_activity_get'>

export function ProjectActivityPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/activity' })
  const activity = useOperationPage('project_activity_get', { projectId })
  const summary = useOperation('project_summary_get', { projectId })
  return (
    <Page title={t.nav.activity} text={t.projects.activityText}>
      {activity.error && <ProblemNotice problem={problemOf(activity.error)} />}
      {activity.data && <Months activity={activity.data} />}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <Figures summary={summary} />
        {summary.plan && (
          <Card title={t.projects.planUsage} text={summary.plan.name}>
            <PlanUsage plan={summary.plan} />
          </Card>
        )}
      </div>
    </Page>
  )
}

function Months({ activity }: { activity: Activity }) {
  const { countingSince, current, days, month, previousMonths } = activity
  if (!countingSince || !current) return <Card>{t.projects.activityNone}</Card>
  const months = [...previousMonths, { month, ...current }].sort((a, b) => (a.month < b.month ? -1 : 1))
  return (
    <>
      <Card
        title={t.projects.perDay}
        text={<Rich text={t.projects.countingSince('{at}')} parts={{ at: <Day at={countingSince} /> }} />}
      >
        <BarChart
          label={t.projects.perDay}
          series={[t.projects.local, t.projects.upstream, t.projects.renewal]}
          bars={days.map(({ day, local, upstream, renewal }) => ({
            key: day,
            name: formatDate(day, 'calendarDay'),
            short: formatDate(day, 'shortDay'),
            values: [local, upstream, renewal],
          }))}
        />
      </Card>
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
        <Card title={t.projects.thisMonth}>
          <Facts
            facts={[
              { name: t.projects.total, value: formatNumber(current.total) },
              { name: t.projects.local, value: formatNumber(current.local) },
              { name: t.projects.upstream, value: formatNumber(current.upstream) },
              { name: t.projects.renewal, value: formatNumber(current.renewal) },
              { name: t.projects.provisioned, value: formatNumber(current.directoryProvisioned) },
            ]}
          />
        </Card>
      </div>
    </>
  )
}

const Figures = ({ summary }: { summary: Answer<'project_summary_get'> }) => {
  const names = t.projects.summary
  return (
    <Card title={t.projects.figures}>
      <Facts
        facts={[
          { name: names.users, value: formatNumber(summary.users) },
          { name: names.unverified, value: formatNumber(summary.unverified) },
          { name: names.withoutAuthenticator, value: formatNumber(summary.withoutAuthenticator) },
          { name: names.withoutLinkedIdentity, value: formatNumber(summary.withoutLinkedIdentity) },
          {
            name: names.passwordWithoutAuthenticator,
            value: formatNumber(summary.passwordWithoutAuthenticator),
          },
          { name: names.groups, value: formatNumber(summary.groups) },
          { name: names.connections, value: formatNumber(summary.provisioningConnections.total) },
          { name: names.providers, value: formatNumber(summary.providers.enabled) },
          ...(summary.activeThisMonth === undefined
            ? []
            : [{ name: names.activeThisMonth, value: formatNumber(summary.activeThisMonth) }]),
        ]}
      />
    </Card>
  )
}
