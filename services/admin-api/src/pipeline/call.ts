import type { Operation, StoredSettings } from '@signet/contracts'
import type { RateLimiter } from '@signet/http'
import type { SettingsCache } from '@signet/tenancy'
import type { FastifyRequest } from 'fastify'
import type { ReadBearer } from '../authn/bearer.ts'
import type { Administrator } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { AnyContext, AnyWrite, Input, Prepared } from '../implement.ts'
import type { DestroyedProject, ProjectRow } from '../projects/row.ts'

/** What the service keeps between requests to know and to limit its callers. */
export interface Entrance {
  readonly settings: SettingsCache
  readonly limiter: RateLimiter
  readonly readBearer: ReadBearer
}

/** A request as a transport hands it over. */
export interface Arrived {
  readonly deps: Deps
  readonly entrance: Entrance
  readonly request: FastifyRequest
  /** False for a message of an agent whose one call is counted by itself. */
  readonly isCounted?: boolean
}

/** A request for one operation. */
export interface Received extends Arrived {
  readonly operation: Operation
  /** The input as the transport carries it, read when the call has come as far as that. */
  readonly readInput: () => unknown
  /** An agent's single-use confirmation of a high-consequence call. */
  readonly confirmation?: string | undefined
}

/** What each step adds to the call. */
export interface Limited {
  readonly settings: StoredSettings
}

export interface Identified {
  readonly caller: Administrator | null
}

export interface Parsed {
  readonly input: Input
}

/** The project of the path, as it stands or as what is left of it. */
export interface Found {
  readonly project: ProjectRow | null
  readonly destroyed: DestroyedProject | null
}

/** The part of the call that a handler may see. */
export interface InContext {
  readonly context: AnyContext
}

/** A change whose handler has looked at what it would do. */
export interface Change extends Received, Identified, Parsed, Found, InContext {
  readonly handler: AnyWrite
  readonly prepared: Prepared
}

export interface Previewed {
  /** What a gated change would do, counted now; null when this input needs no confirmation. */
  readonly preview: Readonly<Record<string, unknown>> | null
}

export interface Confirmed {
  /** By what an agent's high-consequence call was confirmed; its entry says so. Null for every other call. */
  readonly confirmed:
    | { readonly confirmation: string }
    | { readonly approval: string; readonly approvedBy: string }
    | null
}

export interface Answered {
  readonly answer: unknown
}

export interface Outcome {
  readonly status: number
  readonly body: unknown
}
