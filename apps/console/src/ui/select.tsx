import { Check, ChevronsUpDown } from 'lucide-react'
import {
  Button as AriaButton,
  Select as AriaSelect,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components'
import { cx } from './cx.ts'
import { controlStyle, FieldLabel, FieldNotes } from './field.tsx'

export interface Option<V extends string> {
  readonly value: V
  readonly label: string
  readonly hint?: string
}

interface SelectProps<V extends string> {
  readonly label: string
  readonly options: readonly Option<V>[]
  readonly value: V
  readonly onChange: (value: V) => void
  readonly hint?: string
  readonly error?: string | undefined
  readonly name?: string
  readonly isDisabled?: boolean
  /** Shown without a choice. */
  readonly placeholder?: string
  /** Shows the label next to the value, for a filter bar. */
  readonly compact?: boolean
  /** Keeps the label for screen readers. */
  readonly isLabelHidden?: boolean
}

export function Select<V extends string>(props: SelectProps<V>) {
  const {
    label,
    options,
    value,
    onChange,
    hint,
    error,
    compact = false,
    isLabelHidden = false,
    placeholder,
    ...rest
  } = props
  return (
    <AriaSelect
      {...rest}
      isInvalid={Boolean(error)}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key)
        if (chosen) onChange(chosen.value)
      }}
      className={
        compact
          ? 'flex h-8.5 items-center rounded-md bg-surface shadow-card ring-1 ring-inset ring-line hover:bg-hover'
          : 'grid min-w-0 content-start gap-1.5'
      }
    >
      {compact ? (
        <Label className="pl-2.5 text-quiet">{label}</Label>
      ) : (
        <FieldLabel label={label} isLabelHidden={isLabelHidden} />
      )}
      <AriaButton
        className={cx(
          'flex min-w-0 items-center justify-between gap-2 text-left',
          compact ? 'h-full rounded-md px-2 data-focus-visible:-outline-offset-1' : cx(controlStyle, 'h-9'),
        )}
      >
        <SelectValue className="truncate">
          {({ selectedText }) => selectedText || <span className="text-quiet">{placeholder}</span>}
        </SelectValue>
        <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-quiet" />
      </AriaButton>
      <FieldNotes hint={hint} error={error} />
      <Popover className="overlay-motion min-w-(--trigger-width) rounded-lg bg-raised shadow-float">
        <ListBox className="max-h-80 overflow-auto p-1 outline-none">
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              className="group flex cursor-default items-start gap-2 rounded-md py-1.5 pr-3 pl-2 outline-none data-focused:bg-hover"
            >
              <Check
                size={15}
                aria-hidden
                className="mt-0.75 shrink-0 text-accent opacity-0 group-data-selected:opacity-100"
              />
              <span className="grid">
                {option.label}
                {option.hint && <span className="text-sm text-quiet">{option.hint}</span>}
              </span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
