const fills = {
  accent: 'fill-bar',
  soft: 'fill-bar-soft',
  other: 'fill-bar-other',
  neutral: 'fill-edge',
  past: 'fill-bar-past',
  pastProblem: 'fill-bar-problem-past',
} as const

/** Fills of the current period in the tones of past periods. */
const currentFills: Partial<Record<Tone, string>> = { past: 'fill-bar', pastProblem: 'fill-bar-problem' }

export type Tone = keyof typeof fills

/** The line at the height of the former figure. */
export const formerStroke = { className: 'stroke-quiet', strokeWidth: 1.5 } as const

export const gapStroke = { className: 'stroke-surface', strokeWidth: 4 } as const

export const fillOf = (tones: readonly Tone[], index: number): string => fills[tones[index] ?? 'neutral']

/** The current period of past tones has the full color. */
export function fillOfPart(tones: readonly Tone[], index: number, isCurrent: boolean): string {
  const current = isCurrent && currentFills[tones[index] ?? 'neutral']
  return current || fillOf(tones, index)
}
