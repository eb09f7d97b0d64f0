import type { ReactNode } from 'react'

interface OverviewColumnsProps {
  readonly children: ReactNode
  /** Facts at the end of a wide page, and below the content of a narrow one. */
  readonly facts: ReactNode
}

const columnStyle = 'grid min-w-0 grid-cols-1 gap-5'

export const OverviewColumns = ({ children, facts }: OverviewColumnsProps) => (
  <div className="grid min-w-0 grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
    <div className={columnStyle}>{children}</div>
    <div className={columnStyle}>{facts}</div>
  </div>
)
