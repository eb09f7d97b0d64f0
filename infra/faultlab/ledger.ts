export type Outcome =
  | 'done'
  | 'refused'
  /** The response is missing: the change may have been made. */
  | 'unknown'

interface LedgerEntry {
  /** Clock of the laboratory, milliseconds. */
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

export interface Write extends LedgerEntry {
  readonly action: WriteAction
  /** Name of a created object, or id. */
  readonly subject: string
}

export const writeActions = ['enduser.create', 'enduser.lock', 'enduser.update'] as const
export type WriteAction = (typeof writeActions)[number]

export interface Redemption extends LedgerEntry {
  readonly token: string
  /** Digest of the returned refresh token. */
  readonly granted: string
}

/** `at` is the time of the acknowledgement. */
export interface Revocation {
  readonly token: string
  readonly at: number
}

/** Presented to one replica; `at` is the begin of the request. */
export interface Use extends LedgerEntry {
  readonly token: string
  readonly replica: string
}

/** The application must be notified. */
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

/** The restore removes changes that were acknowledged after the backup. */
export function doubtBetween({ writes, endings }: Ledger, from: number, to: number): void {
  const doubt = (entries: LedgerEntry[]) => {
    for (const [index, entry] of entries.entries())
      if (entry.at > from && entry.at <= to) entries[index] = { ...entry, outcome: 'unknown' }
  }
  doubt(writes)
  doubt(endings)
}
