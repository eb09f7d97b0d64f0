import { Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import {
  Collection,
  ComboBox,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
} from 'react-aria-components'
import { t } from '../../texts/index.ts'
import { searchInputStyle } from '../../ui/search-box.tsx'
import { type Suggestion, type SuggestionGroup, useSuggestions } from './suggestions.ts'

interface SearchFieldProps {
  readonly hasProject: boolean
  readonly onChoose: (suggestion: Suggestion) => void
  /** Called by the Backspace key in the empty field. */
  readonly onRemoveLast: () => void
}

/** Suggests filters for the typed text. The Enter key chooses the highlighted one, else the first. */
export function SearchField({ hasProject, onChoose, onRemoveLast }: SearchFieldProps) {
  const [typed, setTyped] = useState('')
  // A selected key closes the menu. Only a new one does, so that typing clears it.
  const [selected, setSelected] = useState<string | null>(null)
  const groups = useSuggestions(typed, hasProject)
  const choose = (suggestion: Suggestion | undefined): void => {
    if (!suggestion) return
    setTyped('')
    setSelected(suggestion.id)
    onChoose(suggestion)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Backspace' && typed === '') onRemoveLast()
    if (event.key !== 'Enter' || event.currentTarget.hasAttribute('aria-activedescendant')) return
    // The component would clear the selection.
    event.stopPropagation()
    choose(groups[0]?.suggestions[0])
  }
  return (
    <ComboBox
      aria-label={t.audit.search}
      allowsCustomValue
      // The results arrive after the menu has opened.
      allowsEmptyCollection
      menuTrigger="input"
      selectedKey={selected}
      inputValue={typed}
      onInputChange={(text) => {
        setTyped(text)
        if (text) setSelected(null)
      }}
      items={groups}
      onSelectionChange={(key) =>
        choose(groups.flatMap(({ suggestions }) => suggestions).find(({ id }) => id === key))
      }
      className="relative flex min-w-0 flex-1 items-center"
    >
      <Search size={15} aria-hidden className="pointer-events-none absolute left-2.5 text-quiet" />
      <Input placeholder={t.audit.search} onKeyDownCapture={press} className={searchInputStyle} />
      <Popover className="overlay-motion w-(--trigger-width) min-w-72 rounded-lg bg-raised shadow-float">
        <ListBox
          className="max-h-80 overflow-auto p-1 outline-none"
          renderEmptyState={() => <p className="px-2 py-1.5 text-sm text-quiet">{t.common.nothingMatches}</p>}
        >
          {Group}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

const Group = ({ title, suggestions }: SuggestionGroup) => (
  <ListBoxSection>
    <Header className="px-2 pt-2 pb-1 text-xs font-medium text-quiet">{title}</Header>
    <Collection items={suggestions}>
      {({ id, name, note }) => (
        <ListBoxItem
          id={id}
          textValue={name}
          className="flex cursor-default items-baseline gap-2 rounded-md px-2 py-1.5 outline-none data-focused:bg-hover"
        >
          <span className="min-w-0 truncate">{name}</span>
          <span className="ml-auto shrink-0 text-sm text-quiet">{note}</span>
        </ListBoxItem>
      )}
    </Collection>
  </ListBoxSection>
)
