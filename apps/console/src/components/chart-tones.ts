const fills = {
  accent: 'fill-bar',
  soft: 'fill-bar-soft',
  past: 'fill-bar-past',
  faint: 'fill-bar-faint',
  neutral: 'fill-edge',
  pastProblem: 'fill-bar-problem-past',
} as const

/** Fills of the current period in the tones of past periods. */
const currentFills: Partial<Record<Tone, string>> = { past: 'fill-bar', pastProblem: 'fill-bar-problem' }

/** Steps of one hue for parts of past periods. The parts of the current period are one step stronger. */
export const stepTones = ['soft', 'past', 'faint'] as const satisfies readonly Tone[]
const currentSteps: Partial<Record<Tone, string>> = {
  soft: fills.accent,
  past: fills.soft,
  faint: fills.past,
}

export type Tone = keyof typeof fills

/** The line at the heights of the former figures. */
export const formerStroke = { className: 'stroke-edge', strokeWidth: 1.5 } as const

export const fillOf = (tones: readonly Tone[], index: number): string => fills[tones[index] ?? 'neutral']

/** The current period of past tones has the full color. */
export function fillOfPart(tones: readonly Tone[], index: number, isCurrent: boolean): string {
  const current = isCurrent && (tones.length > 1 ? currentSteps : currentFills)[tones[index] ?? 'neutral']
  return current || fillOf(tones, index)
}
