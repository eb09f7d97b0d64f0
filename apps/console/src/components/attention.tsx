import type { ReactNode } from 'react'
import { Badge, type Tone } from '../ui/badge.tsx'

interface AttentionCardProps {
  readonly tone?: Tone
  /** A word or two. */
  readonly kind: string
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export const AttentionCard = ({ tone = 'caution', kind, title, children, action }: AttentionCardProps) => (
  <li className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-surface p-4 shadow-card ring-1 ring-line">
    <div className="grid min-w-0 gap-0.5">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{kind}</Badge>
        <span className="font-medium wrap-anywhere">{title}</span>
      </span>
      {children && <div className="text-sm text-quiet text-pretty">{children}</div>}
    </div>
    {action}
  </li>
)

export const AttentionList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className="grid gap-2.5 empty:hidden">
    {children}
  </ul>
)
