import type { Problem } from '@signet/contracts'

export interface FieldError {
  readonly path: string
  readonly message: string
}

/** What went wrong, in the server's words where it answered and in ours where it did not. */
export function problemOf(error: unknown): Problem {
  const data = error instanceof Error && 'data' in error ? error.data : undefined
  if (isRecord(data)) {
    if (isProblem(data.problem)) return data.problem
    if (data.code === 'NOT_FOUND')
      return own(
        'not_found',
        404,
        'This release does not offer this yet',
        'The server does not know the operation.',
      )
  }
  if (error instanceof Error && error.name === 'TRPCClientError')
    return own(
      'unavailable',
      503,
      'The server cannot be reached',
      'Check your connection, then try again; nothing was changed that you do not see.',
    )
  return own('internal', 500, 'Something went wrong in the console', 'Reload the page and try again.')
}

export const isCode = (error: unknown, ...codes: readonly Problem['code'][]): boolean =>
  codes.includes(problemOf(error).code)

const own = (code: Problem['code'], status: number, title: string, detail: string): Problem => ({
  type: 'about:blank',
  code,
  status,
  title,
  detail,
})

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isProblem = (value: unknown): value is Problem =>
  isRecord(value) && typeof value.code === 'string' && typeof value.title === 'string'

const under = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`)

/** The message for a field, its items and members included. */
export const errorAt = (problem: Problem | null, field: string): string | undefined =>
  problem?.errors
    ?.filter(({ path }) => under(path, field))
    .map(({ message }) => sentence(message))
    .join(' ') || undefined

/** Messages for which a form shows no field; they belong above it. */
export const unplacedErrors = (problem: Problem, fields: readonly string[]): FieldError[] =>
  (problem.errors ?? []).filter(({ path }) => !fields.some((field) => under(path, field)))

/** The contract writes messages as the end of a sentence ("must be an e-mail address"). */
export function sentence(message: string): string {
  const text = message.trim()
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
