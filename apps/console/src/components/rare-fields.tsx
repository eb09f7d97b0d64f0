import { type ReactNode, useState } from 'react'

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
    <details
      open={isOpen || names.some((name) => errorAt(name))}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer font-medium">
        {label}
        {note && <span className="ml-2 font-normal text-quiet">{note}</span>}
      </summary>
      <div className="mt-4 grid grid-cols-1 gap-5">{children}</div>
    </details>
  )
}
