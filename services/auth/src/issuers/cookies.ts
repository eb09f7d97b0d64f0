/**
 * A request's cookies without those whose name came twice. A browser holds one of ours under a name and path, so the
 * other one was planted by a neighbour under the same domain, and nobody can tell which is which (T06).
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
