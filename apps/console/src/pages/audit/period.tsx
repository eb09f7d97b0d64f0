import { CalendarDays, Check, ChevronDown } from 'lucide-react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { filterStyle } from '../../components/filter-style.ts'
import { useListAddress } from '../../components/list/address.ts'
import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { DayField } from '../../ui/day-field.tsx'
import { daysAgo } from './days.ts'

/** Days before the present one; undefined for all entries. */
const presets: readonly { readonly days?: number; readonly text: string }[] = [
  { text: t.audit.periods.any },
  { days: 0, text: t.audit.today },
  { days: 7, text: t.audit.periods.week },
  { days: 30, text: t.audit.periods.month },
]

const firstDayOf = (days: number | undefined): string | undefined =>
  days === undefined ? undefined : daysAgo(days)

/** The shown time range: one of the presets, or any first and last day. */
export function Period() {
  const { search, change } = useListAddress()
  const { from, to } = search
  const preset = presets.find(({ days }) => !to && from === firstDayOf(days))
  const range = [from, to].map((day) => (day ? formatDate(day, 'shortDay') : '…')).join(' – ')
  return (
    <DialogTrigger>
      <AriaButton className={`min-w-0 ${filterStyle}`}>
        <CalendarDays size={15} aria-hidden className="shrink-0" />
        <span className="sr-only">{t.audit.dates}</span>
        <span className="min-w-0 truncate">{preset?.text ?? range}</span>
        <ChevronDown size={14} aria-hidden className="shrink-0 text-quiet" />
      </AriaButton>
      <Popover placement="bottom start" className="overlay-motion rounded-lg bg-raised shadow-float">
        <Dialog aria-label={t.audit.dates} className="grid p-1 outline-none">
          {({ close }) => (
            <>
              {presets.map((one) => (
                <AriaButton
                  key={one.text}
                  aria-pressed={one === preset}
                  onPress={() => {
                    change({ from: firstDayOf(one.days), to: undefined })
                    close()
                  }}
                  className="flex items-center justify-between rounded-md px-2 py-1.5 text-left hover:bg-hover"
                >
                  {one.text}
                  {one === preset && <Check size={15} aria-hidden className="text-accent" />}
                </AriaButton>
              ))}
              <div className="mt-1 grid gap-2 border-t border-line p-2">
                <DayField label={t.audit.from} value={from} onChange={(day) => change({ from: day })} />
                <DayField label={t.audit.to} value={to} onChange={(day) => change({ to: day })} />
              </div>
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
