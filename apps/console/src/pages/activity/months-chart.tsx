import { BarChart } from '../../components/bar-chart.tsx'
import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { isCountedInPart, type Months, presentMonth } from './overview.ts'

interface MonthsChartProps {
  readonly label: string
  readonly months: Months
  readonly countingSince: string
}

/** Hatches the present month and a first month that was counted in part, which is omitted without users. */
export function MonthsChart({ label, months, countingSince }: MonthsChartProps) {
  const present = presentMonth()
  const isInPart = (month: string): boolean => isCountedInPart(month, countingSince)
  return (
    <BarChart
      label={label}
      series={[t.projects.total]}
      bars={months
        .filter(({ month, total }) => total > 0 || !isInPart(month))
        .map(({ month, total }) => {
          const name = formatDate(month, 'month')
          return month === present
            ? { key: month, name: t.activity.monthSoFar(name), short: name, values: [total], isPartial: true }
            : { key: month, name, values: [total], isPartial: isInPart(month) }
        })}
    />
  )
}
