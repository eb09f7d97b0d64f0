import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { IconButton } from '../../ui/button.tsx'
import { addMonths, presentMonth } from './overview.ts'

interface MonthFieldProps {
  /** YYYY-MM; undefined before the figures are read. */
  readonly value: string | undefined
  /** The first month with figures. */
  readonly first: string | undefined
  readonly onChange: (month: string) => void
}

/** Selects a month from the first one with figures to the present one. */
export const MonthField = ({ value = presentMonth(), first = value, onChange }: MonthFieldProps) => (
  <search
    aria-label={t.activity.month}
    className="flex h-8.5 w-fit items-center gap-1 rounded-md bg-surface px-1 shadow-card ring-1 ring-inset ring-line print:hidden"
  >
    <IconButton
      label={t.activity.previousMonth}
      icon={<ChevronLeft size={16} aria-hidden />}
      isDisabled={value <= first}
      onPress={() => onChange(addMonths(value, -1))}
    />
    <span aria-live="polite" className="min-w-24 text-center font-medium">
      {formatDate(value, 'month')}
    </span>
    <IconButton
      label={t.activity.nextMonth}
      icon={<ChevronRight size={16} aria-hidden />}
      isDisabled={value >= presentMonth()}
      onPress={() => onChange(addMonths(value, 1))}
    />
  </search>
)
