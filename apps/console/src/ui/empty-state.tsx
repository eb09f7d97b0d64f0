import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly icon: ReactNode
  readonly title: string
  /** Makes its title the title of the page. */
  readonly isPage?: boolean
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export const EmptyState = ({ icon, title, isPage = false, children, action }: EmptyStateProps) => {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className="grid justify-items-center gap-3 px-6 py-14 text-center">
      <span
        aria-hidden
        className="grid size-11 place-items-center rounded-xl bg-sunken text-quiet ring-1 ring-line"
      >
        {icon}
      </span>
      <div className="grid max-w-md gap-1">
        <Title className="text-lg font-semibold">{title}</Title>
        {children && <div className="text-quiet text-pretty">{children}</div>}
      </div>
      {action && <div className="mt-1 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
