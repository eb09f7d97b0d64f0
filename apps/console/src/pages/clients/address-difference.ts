/** The middle differs from the other address. */
export interface Difference {
  readonly start: string
  readonly differing: string
  readonly end: string
}

/** Finds the longest common start and end. @returns the parts of `text` */
export function differenceOf(other: string, text: string): Difference {
  const most = Math.min(other.length, text.length)
  let start = 0
  while (start < most && other[start] === text[start]) start += 1
  let end = 0
  while (end < most - start && other.at(-1 - end) === text.at(-1 - end)) end += 1
  return {
    start: text.slice(0, start),
    differing: text.slice(start, text.length - end),
    end: text.slice(text.length - end),
  }
}

const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '')

/** Characters outside the common start and end. */
function distance(one: string, other: string): number {
  const [first, second] = [differenceOf(one, other), differenceOf(other, one)]
  return first.differing.length + second.differing.length
}

/** Returns the registered address that differs least from a rejected one, which is stored without its query. */
export const nearestAddress = (rejected: string, registered: readonly string[]): string | undefined =>
  registered
    .map((address) => ({ address, distance: distance(rejected, withoutQuery(address)) }))
    .sort((a, b) => a.distance - b.distance)[0]?.address
