import { Input, TextField } from 'react-aria-components'

interface DayFieldProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (day: string) => void
}

export const DayField = ({ label, value = '', onChange }: DayFieldProps) => (
  <TextField
    aria-label={label}
    type="date"
    value={value}
    onChange={onChange}
    className="flex h-8.5 items-center gap-1.5 rounded-md bg-surface px-2.5 shadow-card ring-1 ring-inset ring-line focus-within:ring-2 focus-within:ring-accent"
  >
    <span aria-hidden className="text-quiet">
      {label}
    </span>
    <Input className="min-w-0 flex-1 bg-transparent outline-none" />
  </TextField>
)
