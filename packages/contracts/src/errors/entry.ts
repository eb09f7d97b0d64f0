export interface ErrorEntry {
  readonly status: number
  /** Short and constant: what kind of refusal this is. */
  readonly title: string
  /** What the caller can do about it. */
  readonly remedy: string
}

export const entry = (status: number, title: string, remedy: string): ErrorEntry => ({
  status,
  title,
  remedy,
})
