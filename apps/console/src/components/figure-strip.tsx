import type { LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { RowLink } from './link.tsx'

/** Figures in one line, divided by hairlines; two columns on a narrow page. Values are aligned, also next to a name of two lines. */
export const FigureStrip = ({ label, children }: { label: string; children: ReactNode }) => (
  <dl
    aria-label={label}
    className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] overflow-hidden rounded-xl bg-surface shadow-card ring-1 ring-line"
  >
    {children}
  </dl>
)

interface FigureProps {
  readonly name: string
  readonly value: ReactNode
  /** A comparison, in a line below the value. */
  readonly note?: ReactNode
}

/** The whole area of a figure with a page of its own is a link. */
export const StripFigure = ({ to, name, ...figure }: FigureProps & { readonly to?: LinkProps }) => (
  <div
    className={cx(
      'relative row-span-3 grid grid-rows-subgrid px-4 py-3 bg-surface ring-1 ring-line transition-colors sm:px-5',
      to && 'hover:bg-hover',
    )}
  >
    <Parts
      {...figure}
      name={
        to ? (
          <>
            <RowLink {...to}>{name}</RowLink>
            <ChevronRight size={13} aria-hidden className="shrink-0 text-edge" />
          </>
        ) : (
          name
        )
      }
    />
  </div>
)

export const Figure = (figure: FigureProps) => (
  <div>
    <Parts {...figure} />
  </div>
)

const Parts = ({ name, value, note }: Omit<FigureProps, 'name'> & { readonly name: ReactNode }) => (
  <>
    <dt className="flex items-center gap-1 self-start text-sm text-quiet">{name}</dt>
    <dd className="text-xl font-semibold tabular">{value}</dd>
    {note && <dd className="flex flex-wrap items-center gap-x-2 self-start text-sm text-quiet">{note}</dd>}
  </>
)
