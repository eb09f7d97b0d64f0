import { Radio, RadioGroup } from 'react-aria-components'
import type { Option } from '../ui/select.tsx'
import { BrandMark } from './object-mark.tsx'

interface BrandChoiceProps<V extends string> {
  readonly label: string
  /** The value is the id of the brand. */
  readonly options: readonly Option<V>[]
  /** Null without a choice. */
  readonly value: V | null
  readonly onChange: (value: V) => void
}

/** The first step of a set-up: kinds with their logos, of which the arrow keys choose one. */
export const BrandChoice = <V extends string>({ label, options, value, onChange }: BrandChoiceProps<V>) => (
  <RadioGroup
    aria-label={label}
    value={value}
    onChange={(chosen) => {
      const option = options.find((each) => each.value === chosen)
      if (option) onChange(option.value)
    }}
    className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5"
  >
    {options.map(({ value: id, label: name }) => (
      <Radio
        key={id}
        value={id}
        className="flex items-center gap-3 rounded-lg bg-surface p-3 ring-1 ring-inset ring-line transition-colors hover:bg-hover data-selected:bg-accent-ground data-selected:ring-2 data-selected:ring-accent"
      >
        <BrandMark brand={id} name={name} size="choice" />
        <span className="min-w-0 font-medium">{name}</span>
      </Radio>
    ))}
  </RadioGroup>
)
