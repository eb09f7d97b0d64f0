import { BarChart } from '../../components/bar-chart.tsx'
import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { type Months, presentMonth } from './overview.ts'

/** Hatches the present month, which is not over. */
export function MonthsChart({ label, months }: { readonly label: string; readonly months: Months }) {
  const present = presentMonth()
  return (
    <BarChart
      label={label}
      series={[t.projects.total]}
      bars={months.map(({ month, total }) => {
        const name = formatDate(month, 'month')
        return month === present
          ? { key: month, name: t.activity.monthSoFar(name), short: name, values: [total], isPartial: true }
          : { key: month, name, values: [total] }
      })}
    />
  )
}
