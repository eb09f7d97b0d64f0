import type { Membership } from '@signet/accounts'
import type { AdapterPayload } from 'oidc-provider'
import type { AccountRow } from '../artifacts/account-columns.ts'
import type { ModelName } from '../artifacts/models.ts'

/** The first kind of token that was looked up under a key. */
interface Lookup {
  readonly model: ModelName
  readonly found: Promise<AdapterPayload | undefined>
}

interface RowFacts {
  readonly grantId?: string | undefined
  readonly uid?: string | undefined
}

/** Rows that a request has read: it reads none twice, and compares them when it writes. */
export class ReadRows {
  readonly accounts = new Map<string, AccountRow>()
  /** Keyed by account id. */
  readonly memberships = new Map<string, Promise<readonly Membership[]>>()
  readonly grants = new Map<string, AdapterPayload>()
  /** Keyed by uid. */
  readonly sessions = new Map<string, AdapterPayload>()
  /** Keyed by stored key. */
  readonly facts = new Map<string, RowFacts>()
  /** Payloads of sessions, by uid, and of grants, by id, before oidc-provider changed them. */
  readonly originals = new Map<string, AdapterPayload>()
  /** Keyed by stored key. */
  readonly lookups = new Map<string, Lookup>()
  readonly #artifacts = new Map<string, AdapterPayload>()
  readonly #referenced = new Map<string, AdapterPayload>()

  artifact(model: ModelName, key: string): AdapterPayload | undefined {
    return this.#artifacts.get(`${model} ${key}`)
  }

  keepArtifact(model: ModelName, key: string, payload: AdapterPayload): void {
    this.#artifacts.set(`${model} ${key}`, payload)
  }

  referenced(model: ModelName, key: string): AdapterPayload | undefined {
    return this.#referenced.get(`${model} ${key}`)
  }

  keepReferenced(model: ModelName, key: string, payload: AdapterPayload): void {
    this.#referenced.set(`${model} ${key}`, payload)
  }
}
