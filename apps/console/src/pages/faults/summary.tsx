import { useOperationPage } from '../../api/operation.ts'
import { useListAddress } from '../../components/list/address.ts'
import type { FaultSearch } from '../../searches.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { filtersOf } from './filters.ts'

const mostRows = 6

export function Summary({ search }: { search: FaultSearch }) {
  const { change } = useListAddress()
  const { from, to } = filtersOf(search)
  const query = useOperationPage('error_summary', { ...(from ? { from } : {}), ...(to ? { to } : {}) })
  const { byErrorCode = [], byRoute = [] } = query.data ?? {}
  if (byErrorCode.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <Counts
        title={t.faults.byCode}
        rows={byErrorCode.map(({ errorCode, occurrences }) => ({
          name: errorCode,
          value: errorCode,
          occurrences,
        }))}
        onChoose={(errorCode) => change({ errorCode })}
      />
      <Counts
        title={t.faults.byRoute}
        rows={byRoute.map(({ route, occurrences }) => ({
          name: route ?? t.faults.noRoute,
          value: route,
          occurrences,
        }))}
        onChoose={(route) => change({ route })}
      />
    </div>
  )
}

interface Row {
  readonly name: string
  /** Value of the filter; null without a filter. */
  readonly value: string | null
  readonly occurrences: number
}

interface CountsProps {
  readonly title: string
  readonly rows: readonly Row[]
  readonly onChoose: (value: string) => void
}

function Counts({ title, rows, onChoose }: CountsProps) {
  const most = Math.max(...rows.map(({ occurrences }) => occurrences), 1)
  return (
    <Card title={title}>
      <ul className="grid gap-1">
        {rows.slice(0, mostRows).map(({ name, value, occurrences }) => (
          <li key={name} className="relative flex items-center justify-between gap-3 px-2 py-1">
            <span
              aria-hidden
              className="absolute inset-y-0 left-0 rounded-sm bg-accent-ground"
              style={{ width: `${(occurrences / most) * 100}%` }}
            />
            <span className="relative min-w-0 truncate font-mono text-sm">
              {value === null ? (
                name
              ) : (
                <button type="button" className="rounded-sm hover:underline" onClick={() => onChoose(value)}>
                  {name}
                </button>
              )}
            </span>
            <span className="relative text-sm tabular">{formatNumber(occurrences)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
