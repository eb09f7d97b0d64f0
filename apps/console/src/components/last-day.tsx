import { useState } from 'react'
import { formatDate, formatDuration } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

const proposedDays = [30, 90, 365] as const
const daySeconds = 86_400

/** Returns the day after a number of days, as YYYY-MM-DD. */
export const dayAfter = (days: number): string =>
  new Date(Date.now() + days * daySeconds * 1000).toISOString().slice(0, 10)

/** Returns the end of the day in UTC; null for an empty field. */
export const endOfDay = (day: string): string | null => (day ? `${day}T23:59:59.999Z` : null)

interface LastDayProps {
  /** YYYY-MM-DD; empty without an end. */
  readonly value: string
  readonly onChange: (day: string) => void
  readonly error: string | undefined
}

export function LastDay({ value, onChange, error }: LastDayProps) {
  const [isOther, setIsOther] = useState(false)
  const proposed = proposedDays.find((days) => value === dayAfter(days))
  const choice = isOther ? 'other' : value === '' ? 'none' : String(proposed ?? 'other')
  const choose = (next: string): void => {
    setIsOther(next === 'other')
    if (next === 'none') onChange('')
    else if (next !== 'other') onChange(dayAfter(Number(next)))
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t.agents.expires}
        name="expires"
        options={[
          ...proposedDays.map((days) => ({ value: String(days), label: formatDuration(days * daySeconds) })),
          { value: 'none', label: t.agents.noEnd },
          { value: 'other', label: t.agents.otherDate },
        ]}
        hint={value === '' ? t.agents.noEndHint : t.agents.untilDay(formatDate(value, 'calendarDay'))}
        value={choice}
        onChange={choose}
        error={choice === 'other' ? undefined : error}
      />
      {choice === 'other' && (
        <TextField label={t.agents.lastDay} type="date" value={value} onChange={onChange} error={error} />
      )}
    </div>
  )
}
