import { filled } from './presets.ts'

/** Returns the message of one line of a list, or of the whole list at -1. The server counts only the lines that are not empty. */
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
