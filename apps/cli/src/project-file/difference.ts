import { isDeepStrictEqual } from 'node:util'

export interface Difference {
  /** Names from the root of the file, joined by slashes. */
  readonly path: string
  readonly from: unknown
  readonly to: unknown
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined: a file does not have the entry. */
export function differences(from: unknown, to: unknown, path = ''): Difference[] {
  if (isDeepStrictEqual(from, to)) return []
  if (!isObject(from) || !isObject(to)) return [{ path, from, to }]
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name) =>
    differences(from[name], to[name], path === '' ? name : `${path}/${name}`),
  )
}
