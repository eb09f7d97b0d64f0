/**
 * Searches are flat and their values plain text, so that an address can be read, typed and passed to the sign-in,
 * which takes only letters, digits and `-._~/?&=%`.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Text that a reader of an address may have typed; anything else is as if it were absent. */
export const textOf = (value: unknown, longest = 200): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= longest ? value : undefined

export const oneOf = <const V extends string>(value: unknown, allowed: readonly V[]): V | undefined =>
  allowed.find((each) => each === value)

/** A page number; the first page is the absence of one. */
export function pageOf(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page < 1_000_000 ? page : undefined
}

/** A day as `YYYY-MM-DD`. */
export const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

/** A month as `YYYY-MM`. */
export const monthOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(value) ? value : undefined

type Present<T> = { [K in keyof T]?: T[K] }

/** Leaves out what is absent. */
export const present = <T extends object>(values: T): Present<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>
