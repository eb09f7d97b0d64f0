interface Outcomes {
  readonly succeeded?: number
  readonly failed?: number
}

/** Returns the share of successful attempts; undefined without attempts. */
export function shareOf(outcomes: Outcomes | null | undefined): number | undefined {
  const { succeeded = 0, failed = 0 } = outcomes ?? {}
  return succeeded + failed > 0 ? succeeded / (succeeded + failed) : undefined
}
