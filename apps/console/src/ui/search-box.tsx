import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button as AriaButton, Input, SearchField } from 'react-aria-components'
import { t } from '../texts/index.ts'

interface SearchBoxProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  /** Called after a pause in typing. */
  readonly onChange: (value: string) => void
  /** Called by the Enter key. */
  readonly onSubmit?: (value: string) => void
  readonly maxLength?: number
}

export const searchInputStyle =
  'h-8.5 w-full min-w-0 rounded-md bg-surface pr-8 pl-8 shadow-card ring-1 ring-inset ring-line text-ellipsis outline-none placeholder:text-quiet data-focused:ring-2 data-focused:ring-accent [&::-webkit-search-cancel-button]:hidden'

const pauseMilliseconds = 200

export function SearchBox({ label, placeholder, value, onChange, onSubmit, maxLength }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const last = useRef(value)
  // A change from outside (back button, cleared filters) replaces the input.
  useEffect(() => {
    if (value !== last.current) {
      last.current = value
      setTyped(value)
    }
  }, [value])
  useEffect(() => {
    if (typed === last.current) return
    const timer = setTimeout(() => {
      last.current = typed
      onChange(typed)
    }, pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  return (
    <SearchField
      aria-label={label}
      value={typed}
      onChange={setTyped}
      {...(onSubmit ? { onSubmit } : {})}
      {...(maxLength ? { maxLength } : {})}
      className="group relative flex min-w-0 flex-1 items-center"
    >
      <Search size={15} aria-hidden className="pointer-events-none absolute left-2.5 text-quiet" />
      <Input placeholder={placeholder} className={searchInputStyle} />
      <AriaButton
        aria-label={t.common.clearSearch}
        className="absolute right-1.5 grid size-6 place-items-center rounded-sm text-quiet group-data-empty:hidden hover:text-ink"
      >
        <X size={14} aria-hidden />
      </AriaButton>
    </SearchField>
  )
}
