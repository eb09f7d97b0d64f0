import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { Input, TextField } from 'react-aria-components'
import { useOperationPage } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { BarChart } from '../../components/bar-chart.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Rich } from '../../components/rich.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Day } from '../../ui/time.tsx'
import { Movers } from './movers.tsx'
import type { Overview } from './overview.ts'
import { Projects, Teams } from './tables.tsx'

export function ActivityPage() {
  const { month } = useSearch({ from: '/shell/activity' })
  const navigate = useNavigate()
  const query = useOperationPage('activity_overview', month ? { month } : {})
  return (
    <Page title={t.nav.activity} text={t.activity.text}>
      <search className="flex flex-wrap items-center gap-2">
        <TextField
          aria-label={t.activity.month}
          type="month"
          value={month ?? query.data?.month ?? ''}
          onChange={(next) =>
            void navigate({ ...paths.activity(next ? { month: next } : {}), replace: true })
          }
          className="flex h-8.5 items-center gap-1.5 rounded-md bg-surface px-2.5 shadow-card ring-1 ring-inset ring-line focus-within:ring-2 focus-within:ring-accent"
        >
          <span aria-hidden className="text-quiet">
            {t.activity.month}
          </span>
          <Input className="bg-transparent outline-none" />
        </TextField>
      </search>
      <ProblemNotice problem={query.error ? problemOf(query.error) : null} />
      {query.data && <Figures overview={query.data} />}
    </Page>
  )
}

function Figures({ overview }: { overview: Overview }) {
  const { countingSince, totals } = overview
  if (!countingSince)
    return (
      <Card>
        <EmptyState icon={<ChartColumn size={20} />} title={t.activity.none}>
          {t.activity.noneText}
        </EmptyState>
      </Card>
    )
  return (
    <>
      <Card
        title={t.activity.perDay}
        text={<Rich text={t.projects.countingSince('{at}')} parts={{ at: <Day at={countingSince} /> }} />}
      >
        <BarChart
          label={t.activity.perDay}
          series={[t.projects.total]}
          bars={totals.days.map(({ day, total }) => ({
            key: day,
            name: formatDate(day, 'day'),
            values: [total],
          }))}
        />
      </Card>
      <Card title={t.activity.perMonth}>
        <BarChart
          label={t.activity.perMonth}
          series={[t.projects.total]}
          bars={totals.months.map(({ month, total }) => ({
            key: month,
            name: formatDate(month, 'month'),
            values: [total],
          }))}
        />
      </Card>
      <Movers movers={overview.movers} />
      <Projects overview={overview} />
      <Teams overview={overview} />
    </>
  )
}
