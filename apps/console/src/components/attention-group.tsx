import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../texts/index.ts'
import { RelativeTime } from '../ui/time.tsx'
import { TextLink } from './link.tsx'

export interface AttentionItem {
  readonly key: string
  readonly title: string
  readonly detail?: ReactNode
  /** Start of the state; its age is shown. */
  readonly at?: string | undefined
  readonly action: ReactNode
}

interface AttentionGroupProps {
  /** Names the items of a number, such as "3 approvals". */
  readonly title: (count: number) => string
  readonly tone?: 'problem' | 'caution' | 'accent'
  readonly items: readonly AttentionItem[]
  /** Number of all items, when only some were read. */
  readonly total?: number
  readonly more?: LinkProps
}

const most = 3

const dots = { problem: 'bg-problem', caution: 'bg-caution', accent: 'bg-accent' } as const

export function AttentionGroup(props: AttentionGroupProps) {
  const { title, tone = 'caution', items, total = items.length, more } = props
  if (items.length === 0) return null
  const left = total - Math.min(items.length, most)
  return (
    <section className="border-b border-line py-3 last:border-b-0">
      <h2 className="flex items-center gap-2 px-4 text-sm font-medium text-quiet sm:px-5">
        <span aria-hidden className={`size-2 rounded-full ${dots[tone]}`} />
        {title(total)}
      </h2>
      <ul className="mt-1 grid">
        {items.slice(0, most).map((item) => (
          <Row key={item.key} item={item} />
        ))}
      </ul>
      {left > 0 && (
        <p className="px-4 pt-1 text-sm text-quiet sm:px-5">
          {more ? <TextLink {...more}>{t.home.more(left)}</TextLink> : t.home.more(left)}
        </p>
      )}
    </section>
  )
}

const Row = ({ item: { title, detail, at, action } }: { item: AttentionItem }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2 sm:px-5">
    <div className="grid min-w-0 flex-1 basis-56">
      <span className="font-medium wrap-anywhere">{title}</span>
      {detail && <span className="text-sm text-quiet text-pretty">{detail}</span>}
    </div>
    {at && (
      <span className="text-sm text-quiet">
        <RelativeTime at={at} />
      </span>
    )}
    {action}
  </li>
)
