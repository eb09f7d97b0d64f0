import { ListFilter, X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuChoice } from '../../ui/menu.tsx'
import { useListAddress } from './address.ts'

export interface Filter {
  readonly name: string
  readonly label: string
  /** Empty when another control of the page sets the filter, and the menu only removes it. */
  readonly options: readonly { readonly value: string; readonly text: string }[]
  /** Text of a value that is not an option. */
  readonly shown?: string | undefined
}

const keyOf = (name: string, value = ''): string => `${name}/${value}`

export function FilterMenu({ filters }: { filters: readonly Filter[] }) {
  const { search, change } = useListAddress()
  const choices = filters.filter(({ options }) => options.length > 0)
  const isSet = filters.some(({ name }) => search[name] !== undefined)
  return (
    <>
      {choices.length > 0 && (
        <Menu
          label={t.lists.filter}
          trigger={
            <Button icon={<ListFilter size={15} aria-hidden />} aria-label={t.lists.filter}>
              <span className="max-sm:hidden">{t.lists.filter}</span>
            </Button>
          }
        >
          {choices.map(({ name, label, options }) => (
            <MenuChoice
              key={name}
              title={label}
              value={keyOf(name, search[name])}
              onChange={(key) => change({ [name]: key.slice(keyOf(name, '').length) })}
              options={options.map(({ value, text }) => ({ value: keyOf(name, value), text }))}
            />
          ))}
        </Menu>
      )}
      {isSet && (
        <span className="order-last flex basis-full flex-wrap gap-2">
          {filters.map(({ name, label, options, shown }) => {
            const value = search[name]
            if (value === undefined) return null
            const text = shown ?? options.find((option) => option.value === value)?.text ?? value
            return (
              <Chip key={name} label={label} text={text} onRemove={() => change({ [name]: undefined })} />
            )
          })}
        </span>
      )}
    </>
  )
}

interface ChipProps {
  readonly label: string
  readonly text: string
  readonly onRemove: () => void
}

const Chip = ({ label, text, onRemove }: ChipProps) => (
  <span className="inline-flex h-8.5 max-w-full items-center gap-1.5 rounded-md bg-accent-ground pr-1 pl-2.5">
    <span className="text-quiet">{label}</span>
    <span className="truncate font-medium">{text}</span>
    <AriaButton
      aria-label={t.lists.removeFilter(label)}
      onPress={onRemove}
      className="grid size-6 place-items-center rounded-sm text-quiet hover:bg-hover hover:text-ink"
    >
      <X size={14} aria-hidden />
    </AriaButton>
  </span>
)
