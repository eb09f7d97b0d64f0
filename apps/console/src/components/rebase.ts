type Fields = object

export interface Rebased<V> {
  readonly values: V
  /** True when an input differs from a stored value that changed in the meantime. */
  readonly hasConflict: boolean
}

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Computes the values of a form after its object was read again: a field changed since `start` keeps its input. Otherwise, saving one
 * field would send old values of the others.
 */
export function rebase<V extends Fields>(typed: V, start: V, stored: V): Rebased<V> {
  const names = Object.keys(stored) as (keyof V)[]
  const kept = names.filter((name) => !same(typed[name], start[name]) && !same(typed[name], stored[name]))
  const values = { ...stored, ...Object.fromEntries(kept.map((name) => [name, typed[name]])) }
  return { values, hasConflict: kept.some((name) => !same(start[name], stored[name])) }
}
