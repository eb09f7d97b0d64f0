import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../texts/index.ts'
import { cx } from '../ui/cx.ts'
import { RelativeTime } from '../ui/time.tsx'
import { TextLink } from './link.tsx'
import { Rich } from './rich.tsx'

export interface AttentionItem {
  readonly key: string
  readonly title: ReactNode
  readonly detail?: ReactNode
  /** Time of the state, and a text in which its age replaces the argument, such as "requested {at}". */
  readonly age?: { readonly at: string; readonly text: (at: string) => string } | undefined
  readonly action: ReactNode
}

interface AttentionGroupProps {
  /** Names the items of a number, such as "3 approvals". */
  readonly title: (count: number) => string
  readonly tone?: Tone
  readonly items: readonly AttentionItem[]
  /** Number of all items, when only some were read. */
  readonly total?: number
  readonly more?: LinkProps
}

const most = 3

type Tone = 'problem' | 'caution' | 'accent'

const dots = { problem: 'bg-problem', caution: 'bg-caution', accent: 'bg-accent' } as const

export function AttentionGroup(props: AttentionGroupProps) {
  const { title, tone = 'caution', items, total = items.length, more } = props
  const [only] = items
  if (!only) return null
  if (total === 1)
    return (
      <section className="border-b border-line py-2 last:border-b-0">
        <ul className="grid">
          <Row item={only} tone={tone} />
        </ul>
      </section>
    )
  const left = total - Math.min(items.length, most)
  return (
    <section className="border-b border-line py-3 last:border-b-0">
      <h2 className="flex items-center gap-2 px-4 text-sm font-medium text-quiet sm:px-5">
        <Dot tone={tone} />
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

const Dot = ({ tone }: { tone: Tone }) => (
  <span aria-hidden className={`size-2 shrink-0 rounded-full ${dots[tone]}`} />
)

interface RowProps {
  readonly item: AttentionItem
  /** Set for the only item of a group, which is shown without the heading of the group. */
  readonly tone?: Tone
}

const Row = ({ item: { title, detail, age, action }, tone }: RowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2 sm:px-5">
    <div className="grid min-w-0 flex-1 basis-56">
      <span className="flex items-baseline gap-2 font-medium">
        {tone && <Dot tone={tone} />}
        <span className="min-w-0 wrap-anywhere">{title}</span>
      </span>
      {detail && <span className={cx('text-sm text-quiet text-pretty', tone && 'pl-4')}>{detail}</span>}
    </div>
    {age && (
      <span className={cx('text-sm text-quiet', tone && 'max-sm:pl-4')}>
        <Rich text={age.text('{at}')} parts={{ at: <RelativeTime at={age.at} /> }} />
      </span>
    )}
    {action}
  </li>
)
