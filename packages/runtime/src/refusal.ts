import { type ErrorCode, errorCatalogue, type Problem } from '@signet/contracts'

interface RefusalMembers {
  /** One sentence; default: the catalogue's remedy. */
  readonly detail?: string
  readonly reason?: string
  readonly errors?: Problem['errors']
  /** Seconds. */
  readonly retryAfter?: number
  /** Members of a new preview, and other facts that the caller needs to continue. */
  readonly members?: Readonly<Record<string, unknown>>
}

/** Expected, never a fault. Every transport renders it in its own form (problem document, SCIM, page). */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly status: number
  readonly members: RefusalMembers

  constructor(code: ErrorCode, members: RefusalMembers = {}) {
    super(members.detail ?? errorCatalogue[code].remedy)
    this.code = code
    this.status = errorCatalogue[code].status
    this.members = members
  }
}

export function refuse(code: ErrorCode, members: RefusalMembers = {}): never {
  throw new Refusal(code, members)
}

/** Rejects a well-formed value that violates a rule (422). */
export function refuseValue(path: string, message: string): never {
  refuse('invalid_value', { detail: `${path} ${message}.`, errors: [{ path, message, code: 'rule' }] })
}
