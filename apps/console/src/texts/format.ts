import { locale } from './language.ts'

const numbers = new Intl.NumberFormat(locale)
const rules = new Intl.PluralRules(locale)

export const formatNumber = (value: number): string => numbers.format(value)

const lists = new Intl.ListFormat(locale)

export const formatList = (items: readonly string[]): string => lists.format(items)

const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

/** Formats a share, where 1 is 100 %. */
export const formatPercent = (share: number): string => percents.format(share)

export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

export const plural = (count: number, forms: PluralForms): string => forms[rules.select(count)] ?? forms.other

const dates = {
  day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
  moment: new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }),
  minute: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  hour: new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }),
  fullHour: new Intl.DateTimeFormat(locale, { hour: 'numeric' }),
  // Calendar days and months, without a time zone.
  calendarDay: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
  shortDay: new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' }),
  clock: new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }),
  weekday: new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  }),
  time: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }),
  full: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }),
} as const

export const formatDate = (at: string | number, length: keyof typeof dates): string =>
  dates[length].format(typeof at === 'string' ? Date.parse(at) : at)

const durations = { day: 86_400, hour: 3600, minute: 60, second: 1 } as const

/** Formats seconds in the largest unit that divides them. */
export function formatDuration(seconds: number): string {
  const units = Object.keys(durations) as (keyof typeof durations)[]
  const unit = units.find((each) => seconds % durations[each] === 0 && seconds >= durations[each]) ?? 'second'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / durations[unit],
  )
}

/** Returns the word for the unit of a number, such as "seconds". */
export const unitText = (unit: keyof typeof durations, count: number): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
    .formatToParts(count)
    .filter(({ type }) => type === 'unit')
    .map(({ value }) => value)
    .join(' ')
