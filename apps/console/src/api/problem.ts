import type { Problem } from '@signet/contracts'

export type FieldError = NonNullable<Problem['errors']>[number]

/** What went wrong, in the server's plain where it answered and in ours where it did not. */
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

const messagesAt = (problem: Problem | null, isThere: (path: string) => boolean): string | undefined =>
  problem?.errors
    ?.filter(({ path }) => isThere(path))
    .map(textOfError)
    .join(' ') || undefined

/** The message for exactly this field, or this line of a list. */
export const errorAt = (problem: Problem | null, field: string): string | undefined =>
  messagesAt(problem, (path) => path === field)

/** The messages for a field and all within it, each saying where. */
export const errorsWithin = (problem: Problem | null, field: string): string | undefined =>
  problem?.errors
    ?.filter(({ path }) => under(path, field))
    .map((error) =>
      error.path === field ? textOfError(error) : `${error.path.slice(field.length + 1)}: ${error.message}.`,
    )
    .join(' ') || undefined

/** Messages for which a form shows no field; they belong above it. */
export const unplacedErrors = (problem: Problem, fields: readonly string[]): FieldError[] =>
  (problem.errors ?? []).filter(({ path }) => !fields.some((field) => under(path, field)))

/** What a person who typed is told, by what is wrong. */
const plainTexts: Readonly<Record<string, (limit: number) => string>> = {
  required: () => 'Fill this in.',
  too_short: (limit) => (limit === 1 ? 'Fill this in.' : `Use at least ${limit} characters.`),
  too_long: (limit) => `Use at most ${limit} characters.`,
  too_few: (limit) => (limit === 1 ? 'Fill this in.' : `At least ${limit} entries.`),
  too_many: (limit) => `At most ${limit} entries.`,
}

/** What is wrong as a sentence; the contract writes most as the end of one ("must be an email address"). */
export function textOfError({ message, code, limit }: FieldError): string {
  const plain = code === undefined ? undefined : plainTexts[code]
  if (plain) return plain(limit ?? 1)
  const text = message.trim()
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
