import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'good' | 'caution' | 'problem' | 'accent'

const tones: Record<Tone, string> = {
  neutral: 'bg-hover text-quiet',
  good: 'bg-good-ground text-good',
  caution: 'bg-caution-ground text-caution',
  problem: 'bg-problem-ground text-problem',
  accent: 'bg-accent-ground text-accent',
}

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={`inline-flex h-5 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
  >
    {children}
  </span>
)

/** Badges are for exceptions. */
export const UsualState = ({ children }: { children: ReactNode }) => (
  <span className="text-sm whitespace-nowrap text-quiet">{children}</span>
)
