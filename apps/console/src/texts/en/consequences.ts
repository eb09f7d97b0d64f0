import type { Operations } from '@signet/contracts'

type HighConsequence = {
  [N in keyof Operations]: Operations[N] extends { readonly consequence: string } ? N : never
}[keyof Operations]

/** Irreversible consequences; null in English. An operation without a text here has that of the contract. */
export const consequences: Readonly<Partial<Record<HighConsequence, string>>> | null = null
