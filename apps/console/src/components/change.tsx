import { formatPercent } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { cx } from '../ui/cx.ts'

interface ChangeProps {
  readonly now: number
  readonly before: number
  /** Direction of an improvement. Without it the change has no color. */
  readonly better?: 'more' | 'fewer'
}

/** Smaller changes have no color. */
const least = 0.05

/** The change of a figure in percent with an arrow; screen readers read words. Empty for a former figure of zero. */
export function Change({ now, before, better }: ChangeProps) {
  if (now === before) return <span className={cx(chip, plain)}>{t.activity.same}</span>
  if (before === 0) return null
  const share = Math.abs(now - before) / before
  const percent = formatPercent(share)
  const isMore = now > before
  const words = isMore ? t.activity.more(percent) : t.activity.fewer(percent)
  const judged = better && share >= least && (isMore === (better === 'more') ? 'better' : 'worse')
  return (
    <span className={cx(chip, judged ? colors[judged] : plain)}>
      <span aria-hidden>{`${isMore ? '↑' : '↓'} ${percent}`}</span>
      <span className="sr-only">{judged ? t.activity[judged](words) : words}</span>
    </span>
  )
}

const plain = 'bg-hover text-ink'

const colors = {
  better: 'bg-good-ground text-good',
  worse: 'bg-problem-ground text-problem',
}

const chip = 'inline-flex h-5 items-center rounded-sm px-1.5 text-xs font-medium whitespace-nowrap tabular'
