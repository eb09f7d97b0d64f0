/** Sets a value at a path in a copy of an input. */
export function withValue(input: unknown, [key = '', ...rest]: readonly string[], value: unknown): object {
  const before = Object(input) as Record<string, unknown>
  return { ...before, [key]: rest.length > 0 ? withValue(before[key], rest, value) : value }
}
