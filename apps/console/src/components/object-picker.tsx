import { ChevronDown, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button as AriaButton, ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { t } from '../texts/index.ts'
import { filterStyle } from './filter-style.ts'

export interface ObjectChoice {
  readonly value: string
  readonly name: string
  /** Kind and project of the object. */
  readonly note: string
}

interface ObjectPickerProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly useChoices: (typed: string) => readonly ObjectChoice[]
}

/** A typed id is accepted without a result. */
export function ObjectPicker({ label, value, onChange, useChoices }: ObjectPickerProps) {
  const [typed, setTyped] = useState(value)
  const [chosen, setChosen] = useState<ObjectChoice | null>(null)
  const isChosen = chosen?.value === value && chosen.name === typed
  const own = useRef(value)
  const change = (next: string) => {
    own.current = next
    onChange(next)
  }
  // A change from outside (back button, cleared filters) replaces the input.
  useEffect(() => {
    if (value === own.current) return
    own.current = value
    setTyped(value)
  }, [value])
  const choices = useChoices(isChosen ? '' : typed)
  const choose = (choice: ObjectChoice | undefined) => {
    if (!choice) return
    setChosen(choice)
    setTyped(choice.name)
    change(choice.value)
  }
  return (
    <ComboBox
      aria-label={label}
      allowsCustomValue
      // The results arrive after the menu has opened.
      allowsEmptyCollection
      menuTrigger="input"
      inputValue={typed}
      onInputChange={(text) => {
        setTyped(text)
        if (text === '') change('')
      }}
      items={choices}
      onSelectionChange={(key) => choose(choices.find((choice) => choice.value === key))}
      onBlur={() => {
        if (!isChosen && typed.trim() !== value) change(typed.trim())
      }}
      className="relative flex min-w-0 items-center"
    >
      <Input
        placeholder={label}
        className={`w-full min-w-0 pr-8 outline-none placeholder:text-ink data-focused:ring-2 data-focused:ring-accent ${filterStyle}`}
      />
      {typed === '' ? (
        <ChevronDown size={14} aria-hidden className="pointer-events-none absolute right-2.5 text-quiet" />
      ) : (
        <AriaButton
          slot={null}
          aria-label={t.common.clearSearch}
          onPress={() => {
            setTyped('')
            change('')
          }}
          className="absolute right-1.5 grid size-6 place-items-center rounded-sm text-quiet hover:text-ink"
        >
          <X size={14} aria-hidden />
        </AriaButton>
      )}
      <Popover className="overlay-motion min-w-(--trigger-width) rounded-lg bg-raised shadow-float">
        <ListBox
          className="max-h-80 overflow-auto p-1 outline-none"
          renderEmptyState={() => <p className="px-2 py-1.5 text-sm text-quiet">{t.common.nothingMatches}</p>}
        >
          {(choice: ObjectChoice) => (
            <ListBoxItem
              key={choice.value}
              id={choice.value}
              textValue={choice.name}
              className="grid cursor-default rounded-md px-2 py-1.5 outline-none data-focused:bg-hover"
            >
              <span className="truncate">{choice.name}</span>
              <span className="truncate text-sm text-quiet">{choice.note}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
