import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'

interface PanesProps {
  readonly children: ReactNode
  /** Live values, next to the content, or below it on a narrow screen. */
  readonly aside?: ReactNode
}

export const Panes = ({ children, aside }: PanesProps) => (
  <div
    className={cx(
      'grid grid-cols-1 items-start gap-5',
      aside !== undefined && 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
    )}
  >
    {children}
    {aside && <div className="grid grid-cols-1 gap-5 lg:sticky lg:top-16">{aside}</div>}
  </div>
)

/** Title of a step that has fields of its own. */
export const StepTitle = ({ children }: { children: string }) => <h2 className="font-semibold">{children}</h2>

interface GuideProps {
  readonly steps: readonly { readonly title: ReactNode; readonly content?: ReactNode }[]
}

export const Guide = ({ steps }: GuideProps) => (
  <ol className="grid grid-cols-1 gap-4">
    {steps.map(({ title, content }, index) => (
      <li key={index} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 gap-y-2">
        <span
          aria-hidden
          className="grid size-7 place-items-center rounded-full bg-accent-ground text-sm font-semibold text-accent"
        >
          {index + 1}
        </span>
        <div className="grid min-w-0 grid-cols-1 gap-2 pt-1 wrap-anywhere">
          <div>{title}</div>
          {content}
        </div>
      </li>
    ))}
  </ol>
)
