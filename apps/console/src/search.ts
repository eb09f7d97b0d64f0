/**
 * Search parameters are flat plain text, so that an address is readable and can be passed to the sign-in, which accepts only letters,
 * digits and `-._~/?&=%`.
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

/** Returns undefined for an empty or too long text. */
export const textOf = (value: unknown, longest = 200): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= longest ? value : undefined

export const oneOf = <const V extends string>(value: unknown, allowed: readonly V[]): V | undefined =>
  allowed.find((each) => each === value)

/** The first page has no number. */
export function pageOf(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page < 1_000_000 ? page : undefined
}

/** `YYYY-MM-DD`. */
export const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

/** `YYYY-MM`. */
export const monthOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(value) ? value : undefined

type Present<T> = { [K in keyof T]?: T[K] }

export const present = <T extends object>(values: T): Present<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>
