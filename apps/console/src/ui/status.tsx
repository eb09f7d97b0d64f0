import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'

const dots: Record<Tone, string> = {
  neutral: 'bg-edge',
  good: 'bg-good',
  caution: 'bg-caution',
  problem: 'bg-problem',
  accent: 'bg-accent',
}

/** The state of an object. Badges are for its properties. */
export const Status = ({ tone = 'good', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="inline-flex max-w-full items-center gap-2 whitespace-nowrap">
    <span aria-hidden className={`size-2 shrink-0 rounded-full ${dots[tone]}`} />
    <span className="min-w-0 truncate">{children}</span>
  </span>
)
