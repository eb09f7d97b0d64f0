/** What one check found. */
export interface Finding {
  readonly about: string
  /** `wrong` makes the command fail; `unknown` could not be looked at. */
  readonly state: 'good' | 'wrong' | 'unknown'
  readonly says: string
  /** What to do; for what is wrong. */
  readonly remedy?: string
}

export const good = (about: string, says: string): Finding => ({ about, state: 'good', says })
export const wrong = (about: string, says: string, remedy: string): Finding => ({
  about,
  state: 'wrong',
  says,
  remedy,
})
export const unknown = (about: string, says: string): Finding => ({ about, state: 'unknown', says })

export const sentenceOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).replace(/\.$/, '')

/** One that breaks says so, and does not keep the others. */
export async function examine(
  about: string,
  look: () => Promise<Finding | readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return [await look()].flat()
  } catch (error) {
    return [unknown(about, sentenceOf(error))]
  }
}
