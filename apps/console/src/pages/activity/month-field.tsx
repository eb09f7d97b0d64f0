import { Input, TextField } from 'react-aria-components'
import { t } from '../../texts/index.ts'

interface MonthFieldProps {
  /** YYYY-MM. */
  readonly value: string
  readonly onChange: (month: string) => void
}

export const MonthField = ({ value, onChange }: MonthFieldProps) => (
  <search className="flex flex-wrap items-center gap-2 print:hidden">
    <TextField
      aria-label={t.activity.month}
      type="month"
      value={value}
      onChange={onChange}
      className="flex h-8.5 items-center gap-1.5 rounded-md bg-surface px-2.5 shadow-card ring-1 ring-inset ring-line focus-within:ring-2 focus-within:ring-accent"
    >
      <span aria-hidden className="text-quiet">
        {t.activity.month}
      </span>
      <Input className="bg-transparent outline-none" />
    </TextField>
  </search>
)
