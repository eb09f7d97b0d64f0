import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { Button, ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { t } from '../../texts/index.ts'
import { cx } from '../../ui/cx.ts'
import { controlStyle, FieldLabel, FieldNotes } from '../../ui/field.tsx'
import { type Choice, choiceOf, choicesWith } from './profile-choices.ts'

interface ChoiceFieldProps {
  readonly label: string
  readonly name: string
  readonly choices: readonly Choice[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly isDisabled: boolean
}

/** Shows the name of the value, and accepts a value that is not one of the choices. */
export function ChoiceField({ label, choices, value, onChange, error, ...props }: ChoiceFieldProps) {
  // The text while the field has the focus: the name of a value would replace it on the way to a longer one.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <ComboBox
      {...props}
      allowsCustomValue
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      items={typed === null ? choices : choicesWith(choices, typed)}
      inputValue={typed ?? choiceOf(choices, value)?.name ?? value}
      // Called with the name of a selected choice too.
      onInputChange={(text) => {
        setTyped(text)
        onChange(choiceOf(choices, text)?.value ?? text)
      }}
      onBlur={() => setTyped(null)}
      className="grid min-w-0 content-start gap-1.5"
    >
      <FieldLabel label={label} optional />
      <span className="relative flex items-center">
        <Input autoComplete="off" className={cx(controlStyle, 'h-9 pr-8')} />
        <Button className="absolute right-1 grid size-7 place-items-center rounded-md text-quiet">
          <ChevronsUpDown size={14} aria-hidden />
        </Button>
      </span>
      <FieldNotes error={error} />
      <Popover className="overlay-motion w-(--trigger-width) rounded-lg bg-raised shadow-float">
        <ListBox<Choice>
          className="max-h-80 overflow-auto p-1 outline-none"
          renderEmptyState={() => <p className="px-2 py-1.5 text-sm text-quiet">{t.common.nothingMatches}</p>}
        >
          {({ value: id, name }) => (
            <ListBoxItem
              id={id}
              textValue={name}
              className="cursor-default rounded-md px-2 py-1.5 outline-none data-focused:bg-hover data-selected:font-medium"
            >
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
