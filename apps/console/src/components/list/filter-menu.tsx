import { ListFilter, X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuChoice } from '../../ui/menu.tsx'
import { useListAddress } from './address.ts'

/** One question that the server narrows a list by. */
export interface Filter {
  /** As the address names it. */
  readonly name: string
  readonly label: string
  /** Without any, it is set elsewhere on the page and only taken off here. */
  readonly options: readonly { readonly value: string; readonly text: string }[]
}

/** Unlike the value, no other filter of the menu has it. */
const keyOf = (name: string, value = ''): string => `${name}/${value}`

/** Every filter in one menu; those in force stand beside it and are taken off with one press. */
export function FilterMenu({ filters }: { filters: readonly Filter[] }) {
  const { search, change } = useListAddress()
  const choices = filters.filter(({ options }) => options.length > 0)
  return (
    <>
      {choices.length > 0 && (
        <Menu
          label={t.lists.filter}
          trigger={<Button icon={<ListFilter size={15} aria-hidden />}>{t.lists.filter}</Button>}
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
      {filters.map(({ name, label, options }) => {
        const value = search[name]
        if (value === undefined) return null
        const text = options.find((option) => option.value === value)?.text ?? value
        return <Chip key={name} label={label} text={text} onRemove={() => change({ [name]: undefined })} />
      })}
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
