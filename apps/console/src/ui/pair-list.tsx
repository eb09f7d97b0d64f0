import { ArrowRight, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Group, Input, TextField } from 'react-aria-components'
import { t } from '../texts/index.ts'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { controlStyle, errorStyle, hintStyle } from './field.tsx'

export type Pair = readonly [from: string, to: string]

interface PairListProps {
  readonly label: string
  readonly names: Pair
  /** Lines without any text are omitted when the form is sent. */
  readonly pairs: readonly Pair[]
  readonly onChange: (pairs: readonly Pair[]) => void
  /** Returns the error of the line at an index; of the whole list at -1. */
  readonly errorOf: (index: number) => string | undefined
  readonly hint?: string
  readonly addLabel: string
  readonly max: number
  readonly suggestions?: readonly string[]
}

const empty: Pair = ['', '']

export function PairList(props: PairListProps) {
  const { label, names, pairs, onChange, errorOf, hint, addLabel, max, suggestions = [] } = props
  const listId = useId()
  const set = (index: number, side: 0 | 1, value: string) =>
    onChange(
      pairs.map((pair, at) => (at !== index ? pair : side === 0 ? [value, pair[1]] : [pair[0], value])),
    )
  const field = (index: number, side: 0 | 1, value: string, isInvalid: boolean) => (
    <TextField
      aria-label={`${names[side]} ${index + 1}`}
      value={value}
      onChange={(next) => set(index, side, next)}
      isInvalid={isInvalid}
      className="min-w-0 flex-1"
    >
      <Input
        placeholder={names[side]}
        spellCheck="false"
        {...(side === 1 && suggestions.length > 0 ? { list: listId } : {})}
        className={cx(controlStyle, 'h-9 font-mono text-sm')}
      />
    </TextField>
  )
  const whole = errorOf(-1)
  return (
    <Group aria-label={label} className="grid gap-1.5">
      <span className="font-medium" aria-hidden>
        {label}
        <span className="ml-0.5 font-normal text-quiet"> {t.common.optional}</span>
      </span>
      {pairs.map(([from, to], index) => {
        const error = errorOf(index)
        return (
          <div key={index} className="grid gap-1">
            <div className="flex items-center gap-1">
              {field(index, 0, from, Boolean(error))}
              <ArrowRight size={14} aria-hidden className="shrink-0 text-quiet" />
              {field(index, 1, to, Boolean(error))}
              <IconButton
                label={t.common.removeLine(String(index + 1), label)}
                icon={<X size={15} aria-hidden />}
                onPress={() => onChange(pairs.filter((_, at) => at !== index))}
              />
            </div>
            {error && <span className={errorStyle}>{error}</span>}
          </div>
        )
      })}
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {hint && <span className={hintStyle}>{hint}</span>}
      {whole && <span className={errorStyle}>{whole}</span>}
      <Button
        kind="quiet"
        size="sm"
        className="-ml-2 justify-self-start"
        icon={<Plus size={14} aria-hidden />}
        isDisabled={pairs.length >= max}
        onPress={() => onChange([...pairs, empty])}
      >
        {addLabel}
      </Button>
    </Group>
  )
}
