import type { Operations } from '@signet/contracts'

type HighConsequence = {
  [N in keyof Operations]: Operations[N] extends { readonly consequence: string } ? N : never
}[keyof Operations]

/** Irreversible consequences by operation; null in English, where the contract's texts are used. */
export const consequences: Readonly<Record<HighConsequence, string>> | null = null
