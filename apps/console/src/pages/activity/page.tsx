import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { operationQuery, useOperationPage } from '../../api/operation.ts'
import { BarChart } from '../../components/bar-chart.tsx'
import { ListEmpty } from '../../components/list-empty.tsx'
import { ReadProblem } from '../../components/read-problem.tsx'
import { Rich } from '../../components/rich.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Day } from '../../ui/time.tsx'
import { Export } from './export.tsx'
import { MonthFigures } from './figures.tsx'
import { MonthField } from './month-field.tsx'
import { MonthsChart } from './months-chart.tsx'
import { Movers } from './movers.tsx'
import { addMonths, fourWeeksBefore, type Overview, presentDay, presentMonth } from './overview.ts'
import { Projects, Teams } from './tables.tsx'

export function ActivityPage() {
  const { month } = useSearch({ from: '/shell/activity' })
  const navigate = useNavigate()
  const query = useOperationPage('activity_overview', month ? { month } : {})
  return (
    <Page
      title={t.nav.activity}
      text={t.activity.text}
      actions={query.data?.countingSince && <Export overview={query.data} />}
    >
      <MonthField
        value={month ?? query.data?.month}
        first={query.data?.countingSince?.slice(0, 7)}
        onChange={(next) => void navigate({ ...paths.activity(next ? { month: next } : {}), replace: true })}
      />
      <ReadProblem query={query} />
      {query.data && <Figures overview={query.data} />}
    </Page>
  )
}

function Figures({ overview }: { overview: Overview }) {
  const { countingSince, totals } = overview
  if (!countingSince)
    return (
      <Card>
        <ListEmpty kind="entries" icon={<ChartColumn size={20} />} title={t.activity.none}>
          {t.activity.noneText}
        </ListEmpty>
      </Card>
    )
  return (
    <>
      <Card title={t.activity.perMonth}>
        <Months overview={overview} countingSince={countingSince} />
      </Card>
      <Card
        title={t.activity.perDay}
        text={<Rich text={t.projects.countingSince('{at}')} parts={{ at: <Day at={countingSince} /> }} />}
      >
        {totals.days.length > 0 ? (
          <Days overview={overview} />
        ) : (
          <p className="text-quiet">{t.activity.noDays}</p>
        )}
      </Card>
      <Movers movers={overview.movers} />
      <Projects overview={overview} />
      <Teams overview={overview} />
    </>
  )
}

interface MonthsProps {
  readonly overview: Overview
  readonly countingSince: string
}

/** A chart of a single month would repeat its figure. */
function Months({ overview: { month, totals }, countingSince }: MonthsProps) {
  const { months } = totals
  if (months.length < 2) return <MonthFigures month={month} months={months} />
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-3">
      <MonthFigures month={month} months={months} isColumn />
      <div className="lg:col-span-2">
        <MonthsChart label={t.activity.perMonth} months={months} countingSince={countingSince} />
      </div>
    </div>
  )
}

/** Compares each day with the same weekday four weeks before. */
function Days({ overview: { month, totals } }: { overview: Overview }) {
  const isPresent = month === presentMonth()
  const former = useQuery({
    ...operationQuery('activity_overview', { month: addMonths(month, -1) }),
    enabled: isPresent,
  })
  const before = fourWeeksBefore((isPresent && former.data?.totals.days) || [], totals.days, month)
  return (
    <BarChart
      label={t.activity.perDay}
      series={[t.projects.total]}
      tones={['past']}
      bars={totals.days.map(({ day, total }) => ({
        key: day,
        name: formatDate(day, 'calendarDay'),
        short: formatDate(day, 'shortDay'),
        values: [total],
        isCurrent: day === presentDay(),
      }))}
      former={before && { name: t.activity.fourWeeksBefore, values: before }}
    />
  )
}
