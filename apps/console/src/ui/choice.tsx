import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, Switch as AriaSwitch, Radio, RadioGroup } from 'react-aria-components'
import { cx } from './cx.ts'
import { FieldLabel, FieldNotes } from './field.tsx'

export interface Card<V extends string> {
  readonly value: V
  readonly title: string
  readonly text: ReactNode
  readonly icon?: ReactNode
  readonly isDisabled?: boolean
}

interface RadioCardsProps<V extends string> {
  readonly label: string
  /** Keeps the label for screen readers. */
  readonly isLabelHidden?: boolean
  readonly cards: readonly Card<V>[]
  readonly value: V
  readonly onChange: (value: V) => void
  readonly error?: string | undefined
  /** One card per row, for a narrow column. */
  readonly isColumn?: boolean
}

export function RadioCards<V extends string>(props: RadioCardsProps<V>) {
  const { label, isLabelHidden = false, cards, value, onChange, error, isColumn } = props
  return (
    <RadioGroup
      value={value}
      isInvalid={Boolean(error)}
      onChange={(chosen) => {
        const card = cards.find((each) => each.value === chosen)
        if (card) onChange(card.value)
      }}
      className="grid gap-1.5"
    >
      <FieldLabel label={label} isLabelHidden={isLabelHidden} />
      <div
        className={cx('grid gap-2', !isColumn && (cards.length % 2 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'))}
      >
        {cards.map((card) => (
          <Radio
            key={card.value}
            value={card.value}
            isDisabled={card.isDisabled ?? false}
            className="group flex gap-3 rounded-lg bg-surface p-3 ring-1 ring-inset ring-line transition-colors hover:bg-hover data-disabled:opacity-60 data-selected:bg-accent-ground data-selected:ring-accent"
          >
            {card.icon && (
              <span className="mt-0.5 text-quiet group-data-selected:text-accent" aria-hidden>
                {card.icon}
              </span>
            )}
            <span className="grid content-start gap-0.5">
              <span className="font-medium">{card.title}</span>
              <span className="text-sm text-quiet">{card.text}</span>
            </span>
          </Radio>
        ))}
      </div>
      <FieldNotes error={error} />
    </RadioGroup>
  )
}

interface ToggleProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly isSelected: boolean
  readonly onChange: (selected: boolean) => void
  readonly isDisabled?: boolean
  readonly error?: string | undefined
}

export const Switch = ({ label, hint, error, ...props }: ToggleProps) => (
  <div className="grid gap-1">
    <AriaSwitch
      {...props}
      className="group flex items-start justify-between gap-4 outline-none data-disabled:opacity-60"
    >
      <span className="grid gap-0.5">
        <span className="font-medium">{label}</span>
        {hint && <span className="text-sm text-quiet">{hint}</span>}
      </span>
      <span className="mt-0.5 flex h-5 w-8.5 shrink-0 items-center rounded-full bg-edge p-0.5 transition-colors group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent group-data-selected:bg-bar">
        <span className="size-4 rounded-full bg-on-problem transition-transform group-data-selected:translate-x-3.5" />
      </span>
    </AriaSwitch>
    {error && <span className="text-sm text-problem">{error}</span>}
  </div>
)

export const Checkbox = ({ label, hint, ...props }: Omit<ToggleProps, 'error'>) => (
  <AriaCheckbox
    {...props}
    className="group flex items-start gap-2.5 py-1 outline-none data-disabled:opacity-60"
  >
    <span className="mt-0.75 flex size-4 shrink-0 items-center justify-center rounded-sm bg-surface ring-1 ring-inset ring-edge group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent group-data-selected:bg-primary group-data-selected:ring-primary">
      <Check
        size={12}
        strokeWidth={3}
        aria-hidden
        className="text-on-accent opacity-0 group-data-selected:opacity-100"
      />
    </span>
    <span className="grid">
      <span>{label}</span>
      {hint && <span className="text-sm text-quiet">{hint}</span>}
    </span>
  </AriaCheckbox>
)

interface RowCheckboxProps {
  readonly label: string
  readonly isSelected: boolean
  readonly isIndeterminate?: boolean
  readonly onChange: (selected: boolean) => void
}

/** A checkbox in a table row, above the link that spans the row. */
export const RowCheckbox = ({ label, isIndeterminate = false, ...props }: RowCheckboxProps) => (
  <AriaCheckbox
    {...props}
    isIndeterminate={isIndeterminate}
    aria-label={label}
    className="group relative z-1 flex size-8 items-center justify-center outline-none"
  >
    <span className="flex size-4 items-center justify-center rounded-sm bg-surface ring-1 ring-inset ring-edge group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent group-data-indeterminate:bg-primary group-data-indeterminate:ring-primary group-data-selected:bg-primary group-data-selected:ring-primary">
      {isIndeterminate ? (
        <Minus size={12} strokeWidth={3} aria-hidden className="text-on-accent" />
      ) : (
        <Check
          size={12}
          strokeWidth={3}
          aria-hidden
          className="text-on-accent opacity-0 group-data-selected:opacity-100"
        />
      )}
    </span>
  </AriaCheckbox>
)
