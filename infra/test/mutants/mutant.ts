/** A small change that takes a guard away; some test must fail with it. */
export interface Mutant {
  /** The guarantee that is gone. */
  readonly without: string
  readonly file: string
  /** Occurs once in the file. */
  readonly from: string
  readonly to: string
  /** Paths of the test files, or of their folders, that must notice. */
  readonly tests: readonly string[]
}

/** Mutants of one file that the same tests must notice. */
export const mutantsOf = (
  file: string,
  tests: readonly string[],
  changes: readonly (readonly [without: string, from: string, to: string, ...others: string[]])[],
): readonly Mutant[] =>
  changes.map(([without, from, to, ...others]) => ({
    without,
    file,
    from,
    to,
    tests: others.length > 0 ? others : tests,
  }))
