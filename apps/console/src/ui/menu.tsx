import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Header,
  type MenuItemProps,
  MenuTrigger,
  Popover,
  type PopoverProps,
  Separator,
} from 'react-aria-components'

interface MenuProps {
  readonly label: string
  readonly trigger: ReactElement
  readonly placement?: NonNullable<PopoverProps['placement']>
  readonly children: ReactNode
}

export const Menu = ({ label, trigger, placement = 'bottom start', children }: MenuProps) => (
  <MenuTrigger>
    {trigger}
    <Popover
      placement={placement}
      className="overlay-motion min-w-52 max-w-80 rounded-lg bg-raised shadow-float"
    >
      <AriaMenu aria-label={label} className="max-h-[70vh] overflow-auto p-1 outline-none">
        {children}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
)

interface ItemProps extends Pick<MenuItemProps, 'id' | 'onAction' | 'isDisabled'> {
  readonly text: string
  readonly note?: string
  /** A text after the others of the row. */
  readonly aside?: string
  readonly icon?: ReactNode
  readonly danger?: boolean
}

export const MenuItem = ({ text, note, aside, icon, danger, ...props }: ItemProps) => (
  <AriaMenuItem
    {...props}
    textValue={text}
    className={`flex cursor-default items-center gap-2.5 rounded-md px-2 py-1.5 outline-none data-disabled:opacity-50 data-focused:bg-pressed ${danger ? 'text-problem' : ''}`}
  >
    {({ selectionMode, isSelected }) => (
      <>
        {icon && <span className={danger ? '' : 'text-quiet'}>{icon}</span>}
        <span className="grid min-w-0 flex-1">
          <span className="truncate">{text}</span>
          {note && <span className="line-clamp-4 text-sm text-quiet wrap-anywhere">{note}</span>}
        </span>
        {aside && <span className="shrink-0 text-sm text-quiet">{aside}</span>}
        {selectionMode !== 'none' && (
          <Check size={15} aria-hidden className={`text-accent ${isSelected ? '' : 'invisible'}`} />
        )}
      </>
    )}
  </AriaMenuItem>
)

interface ChoiceProps<V extends string> {
  readonly title: string
  readonly value: V | null
  readonly onChange: (value: V) => void
  readonly options: readonly {
    readonly value: V
    readonly text: string
    readonly note?: string
    readonly icon?: ReactNode
  }[]
}

export function MenuChoice<V extends string>({ title, value, onChange, options }: ChoiceProps<V>) {
  return (
    <AriaMenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys !== 'all' && keys.has(option.value))
        if (chosen) onChange(chosen.value)
      }}
    >
      <Header className="px-2 pt-2 pb-1 text-xs font-medium text-quiet">{title}</Header>
      {options.map(({ value: id, ...option }) => (
        <MenuItem key={id} id={id} {...option} />
      ))}
    </AriaMenuSection>
  )
}

interface ChoicesProps {
  readonly title: string
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
  readonly options: readonly { readonly value: string; readonly text: string }[]
}

/** Allows any number of choices, and stays open. */
export const MenuChoices = ({ title, values, onChange, options }: ChoicesProps) => (
  <AriaMenuSection
    selectionMode="multiple"
    selectedKeys={values}
    onSelectionChange={(keys) =>
      onChange(keys === 'all' ? options.map(({ value }) => value) : [...keys].map(String))
    }
  >
    <Header className="px-2 pt-2 pb-1 text-xs font-medium text-quiet">{title}</Header>
    {options.map(({ value, text }) => (
      <MenuItem key={value} id={value} text={text} />
    ))}
  </AriaMenuSection>
)

export const MenuSeparator = () => <Separator className="mx-2 my-1 border-t border-line" />
