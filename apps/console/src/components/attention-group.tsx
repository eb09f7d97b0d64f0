import type { LinkProps } from '@tanstack/react-router'
import { CircleAlert, CircleQuestionMark, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../texts/index.ts'
import { RelativeTime } from '../ui/time.tsx'
import { TextLink } from './link.tsx'
import { Rich } from './rich.tsx'

export interface AttentionItem {
  readonly key: string
  readonly title: ReactNode
  readonly detail?: ReactNode
  /** Name of the project, on pages of all projects. */
  readonly project?: string | null | undefined
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

const looks = {
  problem: { Icon: CircleAlert, color: 'text-problem' },
  caution: { Icon: TriangleAlert, color: 'text-caution' },
  accent: { Icon: CircleQuestionMark, color: 'text-accent' },
} as const

interface AttentionSectionProps {
  readonly title: string
  readonly children: ReactNode
}

/** Hidden without items. CSS counts the items of all groups. */
export const AttentionSection = ({ title, children }: AttentionSectionProps) => (
  <section
    aria-label={title}
    className="flex flex-wrap items-baseline rounded-xl bg-surface shadow-card ring-1 ring-line [counter-reset:items] not-has-[li]:hidden [ul:not(:empty)+&]:mt-4"
  >
    <h2 className="order-first py-3 pl-4 font-semibold sm:pl-5">{title}</h2>
    {children}
    <span
      aria-hidden
      className="order-first ml-2 text-sm text-quiet tabular after:content-[counter(items)]"
    />
  </section>
)

const groupStyle = 'w-full border-t border-line'

export function AttentionGroup(props: AttentionGroupProps) {
  const { title, tone = 'caution', items, total = items.length, more } = props
  const [only] = items
  if (!only) return null
  const counted = { counterIncrement: `items ${total}` }
  if (total === 1)
    return (
      <section className={`${groupStyle} py-2`} style={counted}>
        <ul className="grid">
          <Row item={only} tone={tone} />
        </ul>
      </section>
    )
  const left = total - Math.min(items.length, most)
  return (
    <section className={`${groupStyle} py-3`} style={counted}>
      <h3 className="flex items-center gap-3 px-4 text-sm font-medium text-quiet sm:px-5">
        <Sign tone={tone} />
        {title(total)}
      </h3>
      <ul className="mt-1 grid">
        {items.slice(0, most).map((item) => (
          <Row key={item.key} item={item} />
        ))}
      </ul>
      {left > 0 && (
        <p className="pr-4 pl-11 pt-1 text-sm text-quiet sm:pl-12">
          {more ? <TextLink {...more}>{t.home.more(left)}</TextLink> : t.home.more(left)}
        </p>
      )}
    </section>
  )
}

const Sign = ({ tone }: { tone: Tone }) => {
  const { Icon, color } = looks[tone]
  return <Icon size={16} aria-hidden className={`shrink-0 ${color}`} />
}

interface RowProps {
  readonly item: AttentionItem
  /** Set for the only item of a group, which is shown without the heading of the group. */
  readonly tone?: Tone
}

/** A narrow page has the age and the action in a line below the text. */
const Row = ({ item: { title, detail, project, age, action }, tone }: RowProps) => (
  <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 px-4 py-2 sm:px-5">
    <span className="pt-0.75">{tone && <Sign tone={tone} />}</span>
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="grid min-w-0 flex-1 basis-64 max-sm:basis-full">
        <span className="font-medium wrap-anywhere">{title}</span>
        {(detail || project) && (
          <span className="text-sm text-quiet text-pretty">
            {detail}
            {detail && ' '}
            {project && (
              <span className="ml-1 inline-block max-w-32 truncate rounded-sm bg-hover px-1.5 align-bottom">
                <span className="sr-only">{t.nav.project} </span>
                {project}
              </span>
            )}
          </span>
        )}
      </div>
      {age && (
        <span className="text-right text-sm text-quiet xl:min-w-40">
          <Rich text={age.text('{at}')} parts={{ at: <RelativeTime at={age.at} /> }} />
        </span>
      )}
      <div className="ms-auto grid sm:min-w-32">{action}</div>
    </div>
  </li>
)
