import { formatPercent } from '../texts/format.ts'
import { t } from '../texts/index.ts'

interface ChangeProps {
  readonly now: number
  readonly before: number
}

/** The change of a figure in percent with an arrow; screen readers read words. Empty for a former figure of zero. */
export function Change({ now, before }: ChangeProps) {
  if (now === before) return <span className={chip}>{t.activity.same}</span>
  if (before === 0) return null
  const percent = formatPercent(Math.abs(now - before) / before)
  const isMore = now > before
  return (
    <span className={chip}>
      <span aria-hidden>{`${isMore ? '↑' : '↓'} ${percent}`}</span>
      <span className="sr-only">{isMore ? t.activity.more(percent) : t.activity.fewer(percent)}</span>
    </span>
  )
}

const chip =
  'inline-flex h-5 items-center rounded-sm bg-hover px-1.5 text-xs font-medium whitespace-nowrap text-ink tabular'
