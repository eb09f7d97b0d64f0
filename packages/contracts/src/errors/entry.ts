export interface ErrorEntry {
  readonly status: number
  /** Short and constant name of the error. */
  readonly title: string
  readonly remedy: string
}

export const entry = (status: number, title: string, remedy: string): ErrorEntry => ({
  status,
  title,
  remedy,
})
