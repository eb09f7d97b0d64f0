import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** What would stand here, why one would want it, and how to begin. */
export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <div className="grid justify-items-center gap-3 px-6 py-14 text-center">
    <span aria-hidden className="grid size-11 place-items-center rounded-xl bg-sunken text-quiet ring-1 ring-line">
      {icon}
    </span>
    <div className="grid max-w-md gap-1">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <div className="text-quiet text-pretty">{children}</div>}
    </div>
    {action && <div className="mt-1 flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
)
