import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface CardProps {
  readonly title?: string
  readonly text?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
  /** Removes the padding, for a table. */
  readonly flush?: boolean
  /** A red border marks changes that cannot be reverted. */
  readonly isDanger?: boolean
}

export const Card = ({ title, text, actions, children, flush, isDanger }: CardProps) => (
  <section
    className={cx(
      'min-w-0 rounded-xl bg-surface shadow-card ring-1',
      isDanger ? 'ring-problem/40' : 'ring-line',
    )}
  >
    {title && (
      <header
        className={cx(
          'flex flex-wrap justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5',
          text ? 'items-start' : 'items-center',
        )}
      >
        <div className="grid flex-1 basis-48 gap-0.5">
          <h2 className="font-semibold">{title}</h2>
          {text && <p className="text-sm text-quiet text-pretty">{text}</p>}
        </div>
        {actions}
      </header>
    )}
    <div
      className={
        flush
          ? 'overflow-hidden rounded-xl'
          : 'grid grid-cols-1 gap-5 p-4 empty:p-0 empty:pb-4 sm:p-5 sm:empty:p-0 sm:empty:pb-4'
      }
    >
      {children}
    </div>
  </section>
)

export interface Fact {
  readonly name: string
  readonly value: ReactNode
  readonly icon?: ReactNode
}

interface FactsProps {
  readonly facts: readonly Fact[]
  /** Narrow columns show a short value at the right of its name, and a long one below. */
  readonly stacked?: boolean
}

export const Facts = ({ facts, stacked = false }: FactsProps) => (
  <dl
    className={
      stacked
        ? '-my-1.5 grid grid-cols-1 divide-y divide-line'
        : 'grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(9.5rem,max-content)_minmax(0,1fr)] sm:gap-y-2.5'
    }
  >
    {facts.map(({ name, value, icon }) => (
      <div
        key={name}
        className={
          stacked
            ? 'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2'
            : 'grid min-h-7 items-baseline sm:col-span-2 sm:grid-cols-subgrid'
        }
      >
        <dt className="flex items-baseline gap-2 text-quiet">
          {icon && <span className="self-center">{icon}</span>}
          {name}
        </dt>
        <dd className="max-w-full min-w-0 wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
)
