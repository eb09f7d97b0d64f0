import type { ReactNode } from 'react'

interface PageProps {
  readonly title: string
  readonly avatar?: ReactNode
  readonly badges?: ReactNode
  readonly text?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** Narrow for forms and records; wide for tables. */
  readonly width?: 'narrow' | 'wide'
}

export const Page = ({ title, avatar, badges, text, actions, children, width = 'wide' }: PageProps) => (
  <div
    className={`mx-auto grid w-full max-w-6xl gap-5 ${width === 'narrow' ? 'grid-cols-[minmax(0,48rem)]' : 'grid-cols-1'}`}
  >
    <title>{`${title} · Signet`}</title>
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
        {avatar}
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
            {badges}
          </div>
          {text && <div className="text-quiet text-pretty">{text}</div>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
    </header>
    {children}
  </div>
)
