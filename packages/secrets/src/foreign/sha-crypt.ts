import { createHash } from 'node:crypto'

/** The alphabet of crypt(3). */
const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Three bytes of the digest become four characters in this order ("Unix crypt using SHA-256 and SHA-512", step 22). */
const orders = {
  sha256: [
    [0, 10, 20],
    [21, 1, 11],
    [12, 22, 2],
    [3, 13, 23],
    [24, 4, 14],
    [15, 25, 5],
    [6, 16, 26],
    [27, 7, 17],
    [18, 28, 8],
    [9, 19, 29],
  ],
  sha512: [
    [0, 21, 42],
    [22, 43, 1],
    [44, 2, 23],
    [3, 24, 45],
    [25, 46, 4],
    [47, 5, 26],
    [6, 27, 48],
    [28, 49, 7],
    [50, 8, 29],
    [9, 30, 51],
    [31, 52, 10],
    [53, 11, 32],
    [12, 33, 54],
    [34, 55, 13],
    [56, 14, 35],
    [15, 36, 57],
    [37, 58, 16],
    [59, 17, 38],
    [18, 39, 60],
    [40, 61, 19],
    [62, 20, 41],
  ],
} as const

/** Bytes that follow the groups of three, from the highest. */
const rests = { sha256: [31, 30], sha512: [63] } as const

export type ShaCryptDigest = keyof typeof orders

const repeated = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat(Array.from({ length: Math.ceil(length / bytes.length) }, () => bytes)).subarray(0, length)

/**
 * Drepper, "Unix crypt using SHA-256 and SHA-512". The names A, B, DP, DS, P and S are those of the specification.
 * @returns the encoded digest without its prefix
 */
export function shaCrypt(digest: ShaCryptDigest, password: string, salt: string, rounds: number): string {
  const key = Buffer.from(password)
  const saltBytes = Buffer.from(salt)
  const hash = (...parts: readonly Buffer[]): Buffer => {
    const hasher = createHash(digest)
    for (const part of parts) hasher.update(part)
    return hasher.digest()
  }
  const b = hash(key, saltBytes, key)
  const bits = [...key.length.toString(2)].toReversed()
  const a = hash(
    key,
    saltBytes,
    key.length === 0 ? Buffer.alloc(0) : repeated(b, key.length),
    ...(key.length === 0 ? [] : bits.map((bit) => (bit === '1' ? b : key))),
  )
  const dp = hash(...Array.from({ length: key.length }, () => key))
  const p = key.length === 0 ? Buffer.alloc(0) : repeated(dp, key.length)
  const ds = hash(...Array.from({ length: 16 + (a[0] ?? 0) }, () => saltBytes))
  const s = saltBytes.length === 0 ? Buffer.alloc(0) : repeated(ds, saltBytes.length)
  let current = a
  for (let round = 0; round < rounds; round += 1) {
    const isOdd = round % 2 === 1
    current = hash(
      isOdd ? p : current,
      ...(round % 3 === 0 ? [] : [s]),
      ...(round % 7 === 0 ? [] : [p]),
      isOdd ? current : p,
    )
  }
  return encode(digest, current)
}

function encode(digest: ShaCryptDigest, bytes: Buffer): string {
  const at = (index: number): number => bytes[index] ?? 0
  const groups = orders[digest].map(([x, y, z]) => characters((at(x) << 16) | (at(y) << 8) | at(z), 4))
  const [high = 0, low] = rests[digest]
  const rest = low === undefined ? characters(at(high), 2) : characters((at(high) << 8) | at(low), 3)
  return `${groups.join('')}${rest}`
}

const characters = (value: number, count: number): string =>
  Array.from({ length: count }, (_, index) => alphabet[(value >> (6 * index)) & 63]).join('')
