import { filled } from './presets.ts'

/**
 * The message of one line of a list; at -1, of the list as a whole. Empty lines are not sent, so the server counts
 * only the others.
 */
export function lineError(
  errorAt: (field: string) => string | undefined,
  field: string,
  lines: readonly string[],
  index: number,
): string | undefined {
  if (index < 0) return errorAt(field)
  if (!lines[index]?.trim()) return undefined
  return errorAt(`${field}.${filled(lines.slice(0, index)).length}`)
}
