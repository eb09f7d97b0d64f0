export type Outcome =
  | 'done'
  | 'refused'
  /** The response is missing: the change may have been made. */
  | 'unknown'

interface LedgerEntry {
  /** Time on the clock of the laboratory, milliseconds. */
  readonly at: number
  readonly outcome: Outcome
}

export interface SentRequest extends LedgerEntry {
  readonly kind: string
  readonly milliseconds: number
  /** 0 without a response. */
  readonly status: number
  readonly detail?: string
}

/** A change that was requested once. */
export interface Write extends LedgerEntry {
  readonly action: WriteAction
  /** Name of the created object, or id of the changed one. */
  readonly subject: string
}

export const writeActions = ['enduser.create', 'enduser.lock', 'enduser.update'] as const
export type WriteAction = (typeof writeActions)[number]

export interface Redemption extends LedgerEntry {
  readonly token: string
  /** Digest of the returned refresh token. */
  readonly granted: string
}

/** A revoked token, with the time of the acknowledgement. */
export interface Revocation {
  readonly token: string
  readonly at: number
}

/** A token presented to one replica; `at` is the begin of the request. */
export interface Use extends LedgerEntry {
  readonly token: string
  readonly replica: string
}

/** An ended session, of which its application must be notified. */
export interface Ending extends LedgerEntry {
  readonly application: string
  readonly sid: string
}

export interface Notice {
  readonly application: string
  readonly sid: string
  readonly at: number
  readonly isAccepted: boolean
}

/** All requests and observations of the traffic, in the order of their ends. */
export interface Ledger {
  readonly requests: SentRequest[]
  readonly writes: Write[]
  readonly redemptions: Redemption[]
  readonly revocations: Revocation[]
  readonly uses: Use[]
  readonly endings: Ending[]
  readonly notices: Notice[]
  readonly captured: { readonly at: number }[]
}

export const newLedger = (): Ledger => ({
  requests: [],
  writes: [],
  redemptions: [],
  revocations: [],
  uses: [],
  endings: [],
  notices: [],
  captured: [],
})

/** Marks changes between a backup and its restore as unknown, because the restore removes acknowledged ones. */
export function doubtBetween({ writes, endings }: Ledger, from: number, to: number): void {
  const doubt = (entries: LedgerEntry[]) => {
    for (const [index, entry] of entries.entries())
      if (entry.at > from && entry.at <= to) entries[index] = { ...entry, outcome: 'unknown' }
  }
  doubt(writes)
  doubt(endings)
}
