/** How a request ended for whoever sent it. */
export type Outcome =
  /** It was acknowledged. */
  | 'done'
  /** The service answered that it did not do it. */
  | 'refused'
  /** No answer came: it may have been done. */
  | 'unknown'

interface Sent {
  /** On the clock of the laboratory, milliseconds. */
  readonly at: number
  readonly outcome: Outcome
}

export interface SentRequest extends Sent {
  readonly kind: string
  readonly milliseconds: number
  /** 0 where no answer came. */
  readonly status: number
  /** What was answered, where it is no success. */
  readonly detail?: string
}

/** A change that somebody asked for once. */
export interface Write extends Sent {
  /** Its action in the audit log. */
  readonly action: WriteAction
  /** The name of what it makes, or the id of what it changes. */
  readonly subject: string
}

export const writeActions = ['enduser.create', 'enduser.lock', 'enduser.update'] as const
export type WriteAction = (typeof writeActions)[number]

/** A code or a refresh token that was presented to the token endpoint. */
export interface Redemption extends Sent {
  readonly token: string
}

/** Something that was revoked, from the moment that was acknowledged. */
export interface Revocation {
  readonly token: string
  readonly at: number
}

/** Something presented to one replica; `at` is when that began. */
export interface Use extends Sent {
  readonly token: string
  readonly replica: string
}

/** A session that was ended, which its application is to be notified of. */
export interface Ending extends Sent {
  readonly application: string
  readonly sid: string
}

/** A logout notice as its receiver saw it. */
export interface Notice {
  readonly application: string
  readonly sid: string
  readonly at: number
  readonly isAccepted: boolean
}

/** Everything the traffic did and saw, in the order it ended. */
export interface Ledger {
  readonly requests: SentRequest[]
  readonly writes: Write[]
  readonly redemptions: Redemption[]
  readonly revocations: Revocation[]
  readonly uses: Use[]
  readonly endings: Ending[]
  readonly notices: Notice[]
  /** Defects that were captured. */
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

/**
 * What a restore took away may be there or not: nothing that was acknowledged between the backup and the restore can be
 * relied on.
 */
export function doubtBetween({ writes, endings }: Ledger, from: number, to: number): void {
  const doubt = (entries: Sent[]) => {
    for (const [index, entry] of entries.entries())
      if (entry.at > from && entry.at <= to) entries[index] = { ...entry, outcome: 'unknown' }
  }
  doubt(writes)
  doubt(endings)
}
