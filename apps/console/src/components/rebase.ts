/** Values by field, as a form keeps them. */
type Fields = object

export interface Rebased<V> {
  readonly values: V
  /** Whether something typed stays beside a stored value that changed meanwhile. */
  readonly hasConflict: boolean
}

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * What a form shows once its object was read again: a field that was typed into since `start` keeps what was typed, every
 * other takes the stored value. Without that, saving one field would send back the old values of the others.
 */
export function rebase<V extends Fields>(typed: V, start: V, stored: V): Rebased<V> {
  const names = Object.keys(stored) as (keyof V)[]
  const kept = names.filter((name) => !same(typed[name], start[name]) && !same(typed[name], stored[name]))
  const values = { ...stored, ...Object.fromEntries(kept.map((name) => [name, typed[name]])) }
  return { values, hasConflict: kept.length > 0 }
}
