import type { Operations } from '@signet/contracts'

type HighConsequence = {
  [N in keyof Operations]: Operations[N] extends { readonly consequence: string } ? N : never
}[keyof Operations]

/** What cannot be taken back, by operation: in English the contract says it. */
export const consequences: Readonly<Record<HighConsequence, string>> | null = null
