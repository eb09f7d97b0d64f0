export interface Finding {
  readonly about: string
  /**
   * `wrong` makes the command fail; `warning` names a missing part that an instance can do without; `unknown` means that the check
   * could not run.
   */
  readonly state: 'good' | 'wrong' | 'warning' | 'unknown'
  readonly message: string
  readonly remedy?: string
}

export const good = (about: string, message: string): Finding => ({ about, state: 'good', message })
export const wrong = (about: string, message: string, remedy: string): Finding => ({
  about,
  state: 'wrong',
  message,
  remedy,
})
export const warning = (about: string, message: string, remedy: string): Finding => ({
  about,
  state: 'warning',
  message,
  remedy,
})
export const unknown = (about: string, message: string): Finding => ({ about, state: 'unknown', message })

export const sentenceOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).replace(/\.$/, '')

/** A check that throws becomes a finding and does not stop the others. */
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
