/**
 * Removes cookies whose name occurs twice. A browser stores one cookie of Signet per name and path, so a neighbour under the same
 * parent domain set the second, and the server cannot distinguish them.
 */
export function withoutDuplicates(header: string): string {
  const pairs = header.split(';').map((pair) => pair.trim())
  const names = pairs.map((pair) => pair.split('=', 1)[0])
  const seen = new Set<string | undefined>()
  const duplicates = new Set(names.filter((name) => seen.has(name) || !seen.add(name)))
  return duplicates.size === 0
    ? header
    : pairs.filter((_pair, index) => !duplicates.has(names[index])).join('; ')
}
