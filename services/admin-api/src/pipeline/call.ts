import type { Operation, StoredSettings } from '@signet/contracts'
import type { RateLimiter } from '@signet/http'
import type { SettingsCache } from '@signet/tenancy'
import type { FastifyRequest } from 'fastify'
import type { DecisionWatch } from '../approvals/decision-watch.ts'
import type { ReadBearer } from '../authn/bearer.ts'
import type { Administrator } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { AnyContext, AnyRead, AnyWrite, Input, PreparedChange } from '../implement.ts'
import type { DestroyedProject, ProjectRow } from '../projects/row.ts'

/** Identifies and limits callers between requests. */
export interface Entrance {
  readonly settings: SettingsCache
  readonly limiter: RateLimiter
  readonly readBearer: ReadBearer
  readonly decisions: DecisionWatch
}

export interface TransportRequest {
  readonly deps: Deps
  readonly entrance: Entrance
  readonly request: FastifyRequest
  /** False for a message of an agent whose call is counted separately. */
  readonly isCounted?: boolean
  /** The call runs again after its wait: the single-use proof of its token was accepted before. */
  readonly isContinued?: boolean
}

export interface OperationRequest extends TransportRequest {
  readonly operation: Operation
  /** Handlers by name, which read the object that a change expects. */
  readonly handlers: Readonly<Record<string, AnyRead | AnyWrite>>
  /** Called only after the caller was authorized. */
  readonly readInput: () => unknown
  /** An agent's single-use confirmation of a high-consequence call. */
  readonly confirmation?: string | undefined
}

export interface WithSettings {
  readonly settings: StoredSettings
}

export interface WithCaller {
  readonly caller: Administrator | null
}

export interface WithInput {
  readonly input: Input
}

export interface WithProject {
  readonly project: ProjectRow | null
  readonly destroyed: DestroyedProject | null
}

export interface WithContext {
  readonly context: AnyContext
}

export interface Change
  extends OperationRequest,
    WithSettings,
    WithCaller,
    WithInput,
    WithProject,
    WithContext {
  readonly handler: AnyWrite
  readonly prepared: PreparedChange
}

export interface WithPreview {
  /** Counted now; null when this input needs no confirmation. */
  readonly preview: Readonly<Record<string, unknown>> | null
}

export interface WithConfirmation {
  /** Null for every call but an agent's high-consequence call. */
  readonly confirmed:
    | { readonly confirmation: string }
    | { readonly approval: string; readonly approvedBy: string; readonly secondApproval?: string }
    | null
}

export interface WithAnswer {
  readonly answer: unknown
}

export interface Outcome {
  readonly status: number
  readonly body: unknown
}
