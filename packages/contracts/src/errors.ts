import * as z from 'zod'
import type { ErrorEntry } from './errors/entry.ts'
import { generalErrors } from './errors/general.ts'
import { instanceErrors } from './errors/instance.ts'
import { peopleErrors } from './errors/people.ts'
import { projectErrors } from './errors/project.ts'
import { type FieldProblem, fieldCodes } from './field-problems.ts'

export type { ErrorEntry }

/**
 * One code per rule of the specification; `type` of the problem document links to the code in the documents. The fault filter
 * `errorCode` accepts the same codes.
 */
export const errorCatalogue = {
  ...generalErrors,
  ...projectErrors,
  ...peopleErrors,
  ...instanceErrors,
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorCatalogue

export const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]
export const ErrorCodeName = z.enum(errorCodes)

export const commonErrors = [
  'invalid_request',
  'unauthenticated',
  'insufficient_scope',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[]

const FieldError = z.strictObject({
  path: z.string().describe('Dotted path of the field, such as corsOrigins.3.'),
  message: z.string().describe('Predicate of a sentence that begins with the field.'),
  code: z.enum(fieldCodes).optional().describe('Kind of the problem.'),
  limit: z.int().optional().describe('The violated limit.'),
})

/** RFC 9457, with Signet's members; a 409 with a new preview also has the preview's members. */
export const Problem = z.looseObject({
  type: z.string().describe('URL of the documentation of the code.'),
  title: z.string().describe('Name of the error, the same in every response.'),
  status: z.int().describe('HTTP status.'),
  detail: z.string().describe('Explanation of this error, with the remedy.'),
  code: ErrorCodeName.describe('Stable code of the error.'),
  reason: z.string().optional().describe('Machine-readable reason within the code.'),
  errors: z.array(FieldError).optional().describe('The invalid fields.'),
  retryAfter: z.int().optional().describe('Seconds, as in the Retry-After header.'),
  reference: z.string().optional().describe('err_ and 16 characters, on every 5xx.'),
})

interface FieldErrorEntry extends Pick<FieldProblem, 'path' | 'message'> {
  readonly code?: FieldProblem['code'] | undefined
  readonly limit?: number | undefined
}

export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ErrorCode
  readonly reason?: string | undefined
  readonly errors?: readonly FieldErrorEntry[] | undefined
  readonly retryAfter?: number | undefined
  readonly reference?: string | undefined
  readonly [previewMember: string]: unknown
}

/** Has a heading for each code. */
export const errorsPagePath = 'reference/api/errors'

/**
 * RFC 9457 3.1.1.
 * @param baseUrl origin of the instance; without it the reference is relative to the address of the request
 */
export const problemType = (code: ErrorCode, baseUrl = ''): string =>
  `${baseUrl}/docs/${errorsPagePath}/#${code}`
