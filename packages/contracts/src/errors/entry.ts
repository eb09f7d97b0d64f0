export interface ErrorEntry {
  readonly status: number
  /** Equal for all calls. */
  readonly title: string
  readonly remedy: string
}

export const entry = (status: number, title: string, remedy: string): ErrorEntry => ({
  status,
  title,
  remedy,
})
