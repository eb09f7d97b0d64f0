import type { ReactNode } from 'react'

interface ActionRow {
  readonly title: string
  readonly text: string
  readonly action: ReactNode
}

/** Things that can be done, each with what it means. */
export const ActionRows = ({ rows }: { rows: readonly ActionRow[] }) => (
  <ul className="-my-1 grid">
    {rows.map(({ title, text, action }) => (
      <li
        key={title}
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 first:pt-1 last:border-b-0 last:pb-1"
      >
        <span className="grid min-w-0 flex-1 basis-64 gap-0.5">
          <span className="font-medium">{title}</span>
          <span className="text-sm text-quiet text-pretty">{text}</span>
        </span>
        {action}
      </li>
    ))}
  </ul>
)
