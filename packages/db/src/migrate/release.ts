import about from '../../package.json' with { type: 'json' }

export const release: string = about.version

const partsOf = (version: string): number[] =>
  version.split('.').map((part) => Number.parseInt(part, 10) || 0)

export function isLater(version: string, than: string): boolean {
  const [left, right] = [partsOf(version), partsOf(than)]
  const index = left.findIndex((part, position) => part !== (right[position] ?? 0))
  return index >= 0 && (left[index] ?? 0) > (right[index] ?? 0)
}
