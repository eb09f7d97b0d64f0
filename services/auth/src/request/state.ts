import { AsyncLocalStorage } from 'node:async_hooks'
import type { AgentScope } from '@signet/contracts'
import type { Unavailable } from '@signet/db'
import type { ArtifactStore } from '../artifacts/artifact-store.ts'
import type { PresentedCredentials } from '../artifacts/sign-in-basis.ts'
import type { Exchange, ExchangedSignIn } from './exchanged.ts'
import { ReadRows } from './read-rows.ts'
import { UnitOfWork } from './unit-of-work.ts'

export interface ActingAgent {
  readonly accountId: string
  /** Null for a service account, whose tokens end with its row. */
  readonly grantId: string | null
  /** Limits the token further than the agent's entry. */
  readonly scopes?: readonly AgentScope[]
}

/** A page of Signet, which oidc-provider does not know. */
export interface CurrentPage {
  readonly route: string
  readonly clientId?: string | undefined
  readonly accountId?: string | undefined
}

export class RequestState {
  readonly writes: UnitOfWork
  readonly rows = new ReadRows()
  page: CurrentPage | undefined
  actingAgent: ActingAgent | undefined
  exchange: Exchange | undefined
  /** Sign-in of the exchanged token. */
  exchangedSignIn: ExchangedSignIn | undefined
  /** Set for the pages of the device flow: never for a request that presents a bearer value. */
  mayFollowRowReferences = false
  /** oidc-provider removes offline access unless the request requires consent. */
  asksOfflineAccess = false
  /** Includes scopes of APIs, which oidc-provider does not know. */
  registeredScope: string | undefined
  /** The poll was counted: a token request may read the code more than once. */
  isPollCounted = false
  /** oidc-provider would answer a user code in the URL with a page that posts itself by script. */
  typedUserCode: string | undefined
  /** Credentials of the completed sign-in that this request continues. */
  presented: PresentedCredentials | undefined
  /** Database failure that oidc-provider turned into a defect. */
  unavailable: Unavailable | undefined

  constructor(artifacts: ArtifactStore, projectId: string) {
    this.writes = new UnitOfWork(artifacts, projectId)
  }
}

const current = new AsyncLocalStorage<RequestState>()

/** Undefined in a background task. */
export const requestState = (): RequestState | undefined => current.getStore()

/** @throws Error outside a request */
export function requireRequestState(): RequestState {
  const state = current.getStore()
  if (!state) throw new Error('The state of a request was read outside a request.')
  return state
}

export const runRequest = <T>(state: RequestState, serve: () => T): T => current.run(state, serve)

/** Runs a background task without the state of its request. */
export const leaveRequest = <T>(task: () => T): T => current.exit(task)
