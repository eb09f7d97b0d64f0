import { type ReactNode, useState } from 'react'
import { Disclosure } from '../ui/disclosure.tsx'

interface RareFieldsProps {
  readonly label: string
  /** The current values, while the fields are closed too. */
  readonly note?: string
  /** Names of the fields in the contract. */
  readonly names: readonly string[]
  readonly errorAt: (name: string) => string | undefined
  readonly children: ReactNode
}

/** Fields with a suitable default, closed unless one of them has an error. */
export function RareFields({ label, note, names, errorAt, children }: RareFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure
      summary={label}
      note={note}
      isOpen={isOpen || names.some((name) => errorAt(name))}
      onToggle={setOpen}
    >
      {children}
    </Disclosure>
  )
}
