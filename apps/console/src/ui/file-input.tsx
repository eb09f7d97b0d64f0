import { Upload } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { t } from '../texts/index.ts'

/** The control of the browser covers the area, so that a dropped file is chosen. */
export function FileInput({ onChange, ...props }: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [name, setName] = useState('')
  return (
    <span className="relative flex min-h-16 w-full min-w-0 items-center justify-center gap-2 rounded-lg border border-dashed border-edge bg-sunken px-3 py-4 text-base text-quiet focus-within:outline-2 focus-within:outline-accent hover:border-accent hover:text-ink has-disabled:opacity-60">
      <Upload size={16} aria-hidden className="shrink-0" />
      <span className="min-w-0 wrap-anywhere" aria-live="polite">
        {name || t.fileInput.choose}
      </span>
      <input
        {...props}
        type="file"
        onChange={(event) => {
          setName(event.currentTarget.files?.[0]?.name ?? '')
          onChange?.(event)
        }}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
      />
    </span>
  )
}
