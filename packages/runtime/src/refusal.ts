import { type ErrorCode, errorCatalogue, type Problem } from '@signet/contracts'

interface RefusalMembers {
  /** One sentence naming what exactly was refused; the catalogue's remedy when there is nothing to add. */
  readonly detail?: string
  readonly reason?: string
  readonly errors?: Problem['errors']
  /** Seconds. */
  readonly retryAfter?: number
  /** Members of a fresh preview, and other facts the caller needs to go on. */
  readonly members?: Readonly<Record<string, unknown>>
}

/** A refusal by a rule: expected, never a fault. Every transport renders it in its own form (problem document, SCIM, page). */
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

/** Refuses with a code of the catalogue. */
export function refuse(code: ErrorCode, members: RefusalMembers = {}): never {
  throw new Refusal(code, members)
}

/** Refuses a well-formed value that breaks a rule (422), naming the field. */
export function refuseValue(path: string, message: string): never {
  refuse('invalid_value', { detail: `${path} ${message}.`, errors: [{ path, message, code: 'rule' }] })
}
