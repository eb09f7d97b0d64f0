import type { z } from 'zod'

/** Machine-readable; the message is the human-readable form. */
export const fieldCodes = [
  'required',
  'wrong_type',
  'unknown_field',
  'not_allowed',
  'wrong_format',
  'too_short',
  'too_long',
  'too_few',
  'too_many',
  'too_small',
  'too_large',
  'rule',
] as const
export type FieldCode = (typeof fieldCodes)[number]

/** One entry of `errors` in a problem document. `path` is dotted (`corsOrigins.3`), `message` the end of a sentence about it. */
export interface FieldProblem {
  readonly path: string
  readonly message: string
  readonly code: FieldCode
  readonly limit?: number
}

type FieldText = Omit<FieldProblem, 'path'>
type Issue = z.core.$ZodIssue

const typeTexts: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const formatTexts: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'an address (URL)',
  date: 'a date as YYYY-MM-DD',
  datetime: 'an RFC 3339 timestamp in UTC',
}

function bound(origin: string, limit: number, least: boolean): FieldText {
  const most = least ? 'at least' : 'at most'
  if (origin === 'string' && least && limit === 1)
    return { code: 'too_short', message: 'must not be empty', limit }
  if (origin === 'string')
    return {
      code: least ? 'too_short' : 'too_long',
      message: `must have ${most} ${limit} ${limit === 1 ? 'character' : 'characters'}`,
      limit,
    }
  if (origin === 'array' || origin === 'set')
    return {
      code: least ? 'too_few' : 'too_many',
      message: `must have ${most} ${limit} ${limit === 1 ? 'entry' : 'entries'}`,
      limit,
    }
  return { code: least ? 'too_small' : 'too_large', message: `must be ${most} ${limit}`, limit }
}

/** Messages of the library begin with one of these words. */
const isOurs = (message: string): boolean => !/^(?:Invalid|Too|Unrecognized)\b/.test(message)

function sayOf(issue: Issue, isMissing: boolean): FieldText {
  if (isMissing) return { code: 'required', message: 'is required' }
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'wrong_type', message: `must be ${typeTexts[issue.expected] ?? issue.expected}` }
    case 'too_small':
      return bound(issue.origin, Number(issue.minimum), true)
    case 'too_big':
      return bound(issue.origin, Number(issue.maximum), false)
    case 'invalid_value':
      return {
        code: 'not_allowed',
        message: `must be ${issue.values
          .map(String)
          .join(', ')
          .replace(/, ([^,]*)$/, ' or $1')}`,
      }
    case 'invalid_format':
      return isOurs(issue.message)
        ? { code: 'wrong_format', message: issue.message }
        : { code: 'wrong_format', message: `must be ${formatTexts[issue.format] ?? 'in the form described'}` }
    case 'invalid_key': {
      const [ofKey] = issue.issues
      return ofKey ? sayOf(ofKey, false) : { code: 'wrong_format', message: 'is no name of a member' }
    }
    case 'custom':
      return { code: 'rule', message: issue.message }
    default:
      return {
        code: 'wrong_format',
        message: isOurs(issue.message) ? issue.message : 'is in none of the forms described',
      }
  }
}

function isAbsent(raw: unknown, path: readonly PropertyKey[]): boolean {
  let value: unknown = raw
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return true
    value = Reflect.get(value, name)
  }
  return value === undefined
}

/** The sender chooses the names of unknown fields, so both are limited. */
const reported = { problems: 20, pathCharacters: 200 }

const pathOf = (names: readonly PropertyKey[]): string =>
  names.map(String).join('.').slice(0, reported.pathCharacters).toWellFormed()

/** @param raw the parsed input, which distinguishes a missing value from one of another type */
export const fieldProblemsOf = (issues: readonly Issue[], raw: unknown): FieldProblem[] =>
  issues
    .slice(0, reported.problems)
    .flatMap((issue): FieldProblem[] => {
      if (issue.code === 'unrecognized_keys')
        return issue.keys.slice(0, reported.problems).map((key) => ({
          path: pathOf([...issue.path, key]),
          code: 'unknown_field',
          message: 'is not a field of this request',
        }))
      const isMissing = issue.path.length > 0 && isAbsent(raw, issue.path)
      return [{ path: pathOf(issue.path), ...sayOf(issue, isMissing) }]
    })
    .slice(0, reported.problems)
