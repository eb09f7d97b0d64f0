import type { IncomingMessage } from 'node:http'
import type { ErrorCode, ProvisioningProblem } from '@signet/contracts'
import { Unavailable, UnstorableText } from '@signet/db'
import { InvalidJson, isBrokenOff } from '@signet/http'
import { noteRequest, Refusal } from '@signet/runtime'

const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** RFC 7644 table 9 and RFC 9865 */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'
  | 'sensitive'
  | 'invalidCursor'
  | 'invalidCount'

interface ScimErrorOptions {
  /** Problem for the log of the connection, when the status is not specific enough. */
  readonly problem?: ProvisioningProblem
  readonly attribute?: string
  readonly scimType?: ScimType
  readonly headers?: Readonly<Record<string, string>>
}

/** The operator of the directory reads `detail`. */
export class ScimError extends Error {
  override name = 'ScimError'
  readonly status: number
  readonly scimType: ScimType | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly problem: ProvisioningProblem
  readonly attribute: string | null

  constructor(
    status: number,
    detail: string,
    { scimType, headers = {}, problem, attribute }: ScimErrorOptions = {},
  ) {
    super(detail)
    this.status = status
    this.scimType = scimType
    this.headers = headers
    this.problem = problem ?? (scimType === 'uniqueness' ? scimType : problemForStatus(status))
    this.attribute = attribute?.slice(0, 256) ?? null
  }
}

const problems: Readonly<Record<number, ProvisioningProblem>> = {
  401: 'unauthenticated',
  403: 'not_allowed',
  404: 'not_found',
  405: 'not_supported',
  409: 'refused',
  412: 'stale_version',
  413: 'too_large',
  429: 'rate_limited',
  500: 'defect',
  501: 'not_supported',
  503: 'unavailable',
}

const problemForStatus = (status: number): ProvisioningProblem => problems[status] ?? 'invalid'

/** RFC 7644 section 3.12: the status is a string. */
export const errorBody = ({ status, message, scimType }: ScimError) => ({
  schemas: [errorUrn],
  status: String(status),
  ...(scimType ? { scimType } : {}),
  detail: message,
})

const scimTypes: Partial<Record<ErrorCode, ScimType>> = {
  already_exists: 'uniqueness',
  invalid_request: 'invalidSyntax',
  invalid_value: 'invalidValue',
}

/** Describes only refusals; a defect is captured and its reference is returned. */
export function toScimError(
  error: unknown,
  capture: (defect: unknown) => string,
  request?: IncomingMessage,
): ScimError {
  const refused = isBrokenOff(error, request)
    ? new ScimError(400, 'The body did not arrive whole.', { scimType: 'invalidSyntax' })
    : scimErrorOf(error, capture, request?.url ?? '')
  noteRequest({ cause: error instanceof Unavailable ? `database ${error.reason}` : refused.problem })
  return refused
}

function scimErrorOf(error: unknown, capture: (defect: unknown) => string, url: string): ScimError {
  if (error instanceof ScimError) return error
  if (error instanceof Refusal && error.code === 'not_found' && hasEmptySegment(url))
    return new ScimError(
      404,
      'The path has a slash too many. Enter the base address without a slash at its end.',
    )
  if (error instanceof Refusal) return ofRefusal(error)
  if (error instanceof Unavailable)
    return new ScimError(503, 'The service is not available at the moment. Try again shortly.', {
      headers: { 'retry-after': '2' },
    })
  if (error instanceof UnstorableText) return new ScimError(400, error.message, { scimType: 'invalidValue' })
  const known = ofHttpLayer(error)
  if (known) return known
  return new ScimError(500, `Something went wrong on our side. Report ${capture(error)} to your operator.`)
}

/** A base address was pasted with a slash at its end. */
const hasEmptySegment = (url: string): boolean => /^[^?]*\/(?:\/|\?|$)/.test(url)

function ofRefusal({ code, status, message, members }: Refusal): ScimError {
  const scimType = scimTypes[code]
  const { retryAfter } = members
  // RFC 7644 has no 422: a value that violates a rule is a 400 with invalidValue.
  const detail = retryAfter ? `There are too many requests. Try again in ${retryAfter} seconds.` : message
  return new ScimError(status === 422 ? 400 : status, detail, {
    ...(scimType ? { scimType } : {}),
    ...(retryAfter ? { headers: { 'retry-after': String(retryAfter) } } : {}),
  })
}

function ofHttpLayer(error: unknown): ScimError | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ScimError(413, 'The body is larger than 1 MiB.')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ScimError(415, 'Send application/scim+json or application/json.')
  if (error instanceof InvalidJson) return new ScimError(400, error.message, { scimType: 'invalidSyntax' })
  const isSyntax = error instanceof SyntaxError || /^FST_ERR_(?:CTP_|VALIDATION|BAD_URL)/.test(code)
  return isSyntax ? new ScimError(400, 'The body is not JSON.', { scimType: 'invalidSyntax' }) : null
}
