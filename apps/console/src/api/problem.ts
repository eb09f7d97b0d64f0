import type { Problem } from '@signet/contracts'
import { t } from '../texts/index.ts'
import { CallError } from './call.ts'

export type FieldError = NonNullable<Problem['errors']>[number]

/** Returns a text of the console when the server did not respond. */
export function problemOf(error: unknown): Problem {
  const data = error instanceof CallError ? error.data : undefined
  if (isRecord(data)) {
    if (isProblem(data.problem)) return inLanguage(data.problem)
    if (data.code === 'NOT_FOUND')
      return own('not_found', 404, t.problems.notOffered, t.problems.notOfferedText)
  }
  if (error instanceof CallError)
    return own('unavailable', 503, t.problems.unreachable, t.problems.unreachableText)
  return own('internal', 500, t.problems.defect, t.problems.defectText)
}

/** Refusals whose detail is more specific than the remedy, such as the mail server's reply. */
const telling: readonly string[] = ['mail_refused', 'plan_limit', 'plan_in_use', 'settings_combination']

function inLanguage(problem: Problem): Problem {
  const own = t.refusals[problem.code]
  if (own === undefined) return problem
  const { title, remedy } = own
  return {
    ...problem,
    title,
    detail: telling.includes(problem.code) ? `${remedy} ${problem.detail}` : remedy,
  }
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

/** Returns the message of exactly this field, or of this line of a list. */
export const errorAt = (problem: Problem | null, field: string): string | undefined =>
  messagesAt(problem, (path) => path === field)

/** Returns the messages of a field and of its members. */
export const errorsWithin = (problem: Problem | null, field: string): string | undefined =>
  problem?.errors
    ?.filter(({ path }) => under(path, field))
    .map((error) =>
      error.path === field ? textOfError(error) : `${error.path.slice(field.length + 1)}: ${error.message}.`,
    )
    .join(' ') || undefined

export const unplacedErrors = (problem: Problem, fields: readonly string[]): FieldError[] =>
  (problem.errors ?? []).filter(({ path }) => !fields.some((field) => under(path, field)))

const plainTexts: Readonly<Record<string, (limit: number) => string>> = {
  required: () => t.problems.fillIn,
  too_short: (limit) => (limit === 1 ? t.problems.fillIn : t.problems.tooShort(limit)),
  too_long: (limit) => t.problems.tooLong(limit),
  too_few: (limit) => (limit === 1 ? t.problems.fillIn : t.problems.tooFew(limit)),
  too_many: (limit) => t.problems.tooMany(limit),
}

/** Returns a sentence; the contract writes most messages as the end of one ("must be an email address"). */
export function textOfError({ message, code, limit }: FieldError): string {
  const plain = code === undefined ? undefined : plainTexts[code]
  if (plain) return plain(limit ?? 1)
  const text = message.trim()
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
