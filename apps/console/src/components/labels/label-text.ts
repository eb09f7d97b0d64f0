export type LabelMap = Readonly<Record<string, string>>

/** Returns lines of `key=value`. */
export const textOfLabels = (labels: LabelMap): string =>
  Object.entries(labels)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join('\n')

/** Splits each line at the first equals sign. Returns null for a line without one, or a repeated key. */
export function labelsOfText(text: string): LabelMap | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const entries = lines.map((line): [string, string] => {
    const at = line.indexOf('=')
    return at < 0 ? ['', line] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
  })
  const keys = new Set(entries.map(([key]) => key))
  return keys.has('') || keys.size < entries.length ? null : Object.fromEntries(entries)
}
