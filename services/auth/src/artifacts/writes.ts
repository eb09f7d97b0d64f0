import type { AdapterPayload } from 'oidc-provider'
import { grantModels, type ModelName } from './models.ts'
import type { EnteringBasis } from './sign-in-basis.ts'

export type Write =
  | {
      readonly do: 'upsert'
      readonly model: ModelName
      readonly id: string
      readonly payload: AdapterPayload
      readonly expiresIn: number | undefined
    }
  | {
      /** Updates a row that the request has read, if it still exists. */
      readonly do: 'renew'
      readonly model: 'Session' | 'Grant'
      readonly id: string
      readonly payload: AdapterPayload
      readonly expiresIn: number | undefined
      readonly before: AdapterPayload
    }
  | {
      /** Locks the account of a sign-in, and compares its basis with the database. */
      readonly do: 'lock account'
      readonly model: 'Session'
      readonly id: string
      readonly basis: EnteringBasis
    }
  | {
      /** Locks a grant, which must still exist. */
      readonly do: 'require'
      readonly model: 'Grant'
      readonly id: string
    }
  | {
      readonly do: 'consume'
      readonly model: ModelName
      readonly id: string
      readonly grantId: string | undefined
      /** Seconds after the first redemption in which a repetition succeeds; undefined for a single redemption. */
      readonly reuseSeconds?: number
    }
  | {
      /** No concurrent request must have changed the row since it was read. */
      readonly do: 'decide'
      readonly model: ModelName
      readonly id: string
      readonly payload: AdapterPayload
      readonly was: AdapterPayload
    }
  | {
      readonly do: 'destroy'
      readonly model: ModelName
      readonly id: string
      /** Uid of a session, whose id can change. */
      readonly uid?: string | undefined
    }
  | { readonly do: 'revoke'; readonly model: ModelName; readonly grantId: string }

/** Locks rows and changes none. */
const isCondition = (write: Write): boolean => write.do === 'lock account' || write.do === 'require'

/** Depends on a row that may have been deleted since it was read. */
export const dependsOnRow = (write: Write): boolean => write.do === 'renew' || isCondition(write)

const isIssued = (model: ModelName): boolean => grantModels.some((issued) => issued === model)

/** Redeems a one-time artifact, or stores an artifact issued in exchange. */
export const isRedemption = (write: Write): boolean =>
  write.do === 'consume' || (write.do === 'upsert' && isIssued(write.model))

/** Under equal keys, a later write of a request replaces an earlier one. */
export function keyOfWrite(write: Write): string {
  if (write.do === 'revoke') return `revoke ${write.model} ${write.grantId}`
  const changesRow = write.do !== 'consume' && !isCondition(write)
  return changesRow ? keyOfRow(write.model, write.id) : `${write.do} ${write.model} ${write.id}`
}

export const keyOfRow = (model: ModelName, id: string): string => `row ${model} ${id}`

export const endOfGrant = (grantId: string): Write[] => [
  { do: 'destroy', model: 'Grant', id: grantId },
  ...grantModels.map((model): Write => ({ do: 'revoke', model, grantId })),
]
