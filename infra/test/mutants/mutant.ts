/** Removes a guard; a test must fail. */
export interface Mutant {
  readonly guarantee: string
  readonly file: string
  /** Occurs once in the file. */
  readonly from: string
  readonly to: string
  /** Files or folders of which one must fail. */
  readonly tests: readonly string[]
}

export const mutantsOf = (
  file: string,
  tests: readonly string[],
  changes: readonly (readonly [guarantee: string, from: string, to: string, ...others: string[]])[],
): readonly Mutant[] =>
  changes.map(([guarantee, from, to, ...others]) => ({
    guarantee,
    file,
    from,
    to,
    tests: others.length > 0 ? others : tests,
  }))
