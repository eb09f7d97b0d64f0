/** Grounds of white letters, with a contrast of at least 4.5. */
const tints = ['#1f5fd0', '#b3261e', '#0f766e', '#7a3bb8', '#9a3412', '#be185d', '#3f6212', '#475569']

export const tintStyles = `.mark.letter { color: #fff; }\n${tints.map((tint, index) => `.tint-${index} { background: ${tint}; }`).join('\n')}`

/** Returns the index of a tint for each id. A tint repeats only when every tint is used. */
export function tintsOf(ids: readonly string[]): ReadonlyMap<string, number> {
  const used = new Map<string, number>()
  for (const id of ids) {
    const first = [...id].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9_973, 0)
    const order = tints.map((_tint, index) => (first + index) % tints.length)
    const taken = new Set(used.values())
    used.set(id, order.find((tint) => !taken.has(tint)) ?? first % tints.length)
  }
  return used
}
