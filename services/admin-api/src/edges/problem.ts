import type { IncomingMessage } from 'node:http'
import { type ErrorCode, errorCatalogue, type Problem, problemType } from '@signet/contracts'
import { Unavailable, UnstorableText } from '@signet/db'
import { isBrokenOff } from '@signet/http'
import { noteRequest, Refusal } from '@signet/runtime'
import { PasswordQueueFull } from '@signet/secrets'

interface ProblemOptions {
  readonly baseUrl: string
  readonly capture: (defect: unknown) => string
}

/** Describes only refusals (RFC 9457); a defect is captured and its reference is returned. */
export function toProblem(
  error: unknown,
  { baseUrl, capture }: ProblemOptions,
  request?: IncomingMessage,
): Problem {
  const problem = isBrokenOff(error, request)
    ? document('invalid_request', 'The body did not arrive whole.')
    : convertError(error, capture)
  noteRequest({ cause: error instanceof Unavailable ? `database ${error.reason}` : problem.code })
  return { ...problem, type: problemType(problem.code, baseUrl) }
}

function convertError(error: unknown, capture: (defect: unknown) => string): Problem {
  if (error instanceof Refusal) return ofRefusal(error)
  const known = codeOfForeign(error)
  if (known) return document(known, errorCatalogue[known].remedy)
  return { ...document('internal', errorCatalogue.internal.remedy), reference: capture(error) }
}

function ofRefusal({ code, message, members }: Refusal): Problem {
  const { detail: _detail, members: extra, ...rest } = members
  return { ...extra, ...document(code, message), ...rest }
}

const document = (code: ErrorCode, detail: string): Problem => ({
  type: problemType(code),
  title: errorCatalogue[code].title,
  status: errorCatalogue[code].status,
  detail,
  code,
})

function codeOfForeign(error: unknown): ErrorCode | null {
  if (error instanceof Unavailable || error instanceof PasswordQueueFull) return 'unavailable'
  if (error instanceof UnstorableText) return 'invalid_request'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'body_too_large'
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'unsupported_media_type'
  if (/^FST_ERR_CTP_|^FST_ERR_VALIDATION|^FST_ERR_BAD_URL/.test(code)) return 'invalid_request'
  if (/^P(1001|1002|1008|1017|2024|2028)$/.test(code)) return 'unavailable'
  return null
}
