import type { ShaCryptDigest } from './sha-crypt.ts'

type Digest = 'sha1' | 'sha256' | 'sha512'

export type ForeignHash =
  | { readonly kind: 'argon2'; readonly text: string }
  | { readonly kind: 'bcrypt'; readonly text: string }
  | ({ readonly kind: 'scrypt'; readonly hash: Buffer } & ScryptCost)
  | ({ readonly kind: 'firebase'; readonly hash: Buffer; readonly signerKey: Buffer } & ScryptCost)
  | {
      readonly kind: 'pbkdf2'
      readonly digest: Digest
      readonly iterations: number
      readonly salt: Buffer
      readonly hash: Buffer
    }
  | {
      readonly kind: 'sha-crypt'
      readonly digest: ShaCryptDigest
      readonly rounds: number
      readonly salt: string
      readonly hash: string
    }
  | { readonly kind: 'salted'; readonly digest: Digest; readonly salt: Buffer; readonly hash: Buffer }

interface ScryptCost {
  readonly salt: Buffer
  /** Logarithm of N. */
  readonly ln: number
  readonly r: number
  readonly p: number
}

/** Costs in these bounds let a hostile hash occupy a thread for at most a few seconds and 256 MiB. */
export const foreignBounds = {
  characters: 1_000,
  argon2: { memoryKib: 262_144, passes: 20, memoryPasses: 1_048_576, lanes: 16 },
  bcryptCost: 14,
  scryptBytes: 268_435_456,
  scryptLanes: 16,
  pbkdf2Iterations: 2_000_000,
  pbkdf2Blocks: 4,
  shaCryptRounds: 700_000,
} as const

/** Accepts base64, base64url, and the alphabet of passlib with `.` for `+`. */
const decoded = (text: string): Buffer =>
  Buffer.from(text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('.', '+'), 'base64')

const isIn = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max

const digestBytes = { sha1: 20, sha256: 32, sha512: 64 } as const

const parsers: readonly ((text: string) => ForeignHash | null)[] = [
  argon2,
  bcrypt,
  scrypt,
  firebase,
  pbkdf2,
  django,
  aspNet,
  shaCryptHash,
  ldap,
]

/** Null for an unknown form and for a cost beyond the bounds. */
export function parseForeignHash(text: string): ForeignHash | null {
  if (text.length > foreignBounds.characters) return null
  for (const parse of parsers) {
    const hash = parse(text)
    if (hash) return hash
  }
  return null
}

function argon2(text: string): ForeignHash | null {
  const form =
    /^\$argon2(?:i|d|id)\$(?:v=(?:16|19)\$)?m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[\w+/]{11,128}\$[\w+/]{16,172}$/
  const [, memory, passes, lanes] = (form.exec(text) ?? []).map(Number)
  if (memory === undefined || passes === undefined || lanes === undefined) return null
  const { argon2: bounds } = foreignBounds
  const isBounded =
    isIn(memory, 8, bounds.memoryKib) &&
    isIn(passes, 1, bounds.passes) &&
    isIn(lanes, 1, bounds.lanes) &&
    memory * passes <= bounds.memoryPasses
  return isBounded ? { kind: 'argon2', text } : null
}

function bcrypt(text: string): ForeignHash | null {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text) ?? []
  if (cost === undefined || !isIn(Number(cost), 4, foreignBounds.bcryptCost)) return null
  // The identifiers differ only in errors of old implementations, and the verifier knows 2a and 2b.
  return { kind: 'bcrypt', text: text.replace(/^\$2y/, '$2b') }
}

const isBoundedScrypt = (ln: number, r: number, p: number): boolean =>
  isIn(ln, 1, 20) &&
  isIn(r, 1, 64) &&
  isIn(p, 1, foreignBounds.scryptLanes) &&
  128 * r * p * 2 ** ln <= foreignBounds.scryptBytes

/** Form of passlib: `$scrypt$ln=14,r=8,p=1$salt$hash`. */
function scrypt(text: string): ForeignHash | null {
  const [, ln, r, p, salt = '', hash = ''] =
    /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/.=-]{1,128})\$([\w+/.=-]{16,128})$/.exec(text) ??
    []
  if (!isBoundedScrypt(Number(ln), Number(r), Number(p))) return null
  return {
    kind: 'scrypt',
    ln: Number(ln),
    r: Number(r),
    p: Number(p),
    salt: decoded(salt),
    hash: decoded(hash),
  }
}

/** `$firebase-scrypt$m=14,r=8$salt$separator$signer$hash`: the parameters of a Firebase project and the row of a user. */
function firebase(text: string): ForeignHash | null {
  const [, ln, r, salt = '', separator = '', signer = '', hash = ''] =
    /^\$firebase-scrypt\$m=(\d{1,2}),r=(\d{1,2})\$([\w+/=-]{1,128})\$([\w+/=-]{0,64})\$([\w+/=-]{16,256})\$([\w+/=-]{16,256})$/.exec(
      text,
    ) ?? []
  if (!isBoundedScrypt(Number(ln), Number(r), 1)) return null
  return {
    kind: 'firebase',
    ln: Number(ln),
    r: Number(r),
    p: 1,
    salt: Buffer.concat([decoded(salt), decoded(separator)]),
    signerKey: decoded(signer),
    hash: decoded(hash),
  }
}

function pbkdf2Hash(digest: string, iterations: number, salt: Buffer, hash: Buffer): ForeignHash | null {
  if (digest !== 'sha1' && digest !== 'sha256' && digest !== 'sha512') return null
  const blocks = Math.ceil(hash.length / digestBytes[digest])
  const isBounded =
    isIn(blocks, 1, foreignBounds.pbkdf2Blocks) &&
    isIn(iterations * blocks, 1, foreignBounds.pbkdf2Iterations)
  return isBounded && hash.length >= 16 ? { kind: 'pbkdf2', digest, iterations, salt, hash } : null
}

/** `$pbkdf2-sha256$i=27500$salt$hash`, and the form of passlib with the plain number and without a digest for SHA-1. */
function pbkdf2(text: string): ForeignHash | null {
  const [, digest = 'sha1', iterations, salt = '', hash = ''] =
    /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,8})\$([\w+/.=-]{0,128})\$([\w+/.=-]{16,256})$/.exec(
      text,
    ) ?? []
  return iterations === undefined
    ? null
    : pbkdf2Hash(digest, Number(iterations), decoded(salt), decoded(hash))
}

/** `pbkdf2_sha256$iterations$salt$hash`: the salt is text. */
function django(text: string): ForeignHash | null {
  const [, digest = '', iterations, salt = '', hash = ''] =
    /^pbkdf2_(sha1|sha256)\$(\d{1,8})\$([^$]{1,128})\$([\w+/=]{16,128})$/.exec(text) ?? []
  return iterations === undefined
    ? null
    : pbkdf2Hash(digest, Number(iterations), Buffer.from(salt), decoded(hash))
}

const aspNetDigests = ['sha1', 'sha256', 'sha512'] as const

/** `$aspnet-identity$` and the base64 of ASP.NET Identity, versions 2 and 3. */
function aspNet(text: string): ForeignHash | null {
  const [, base64] = /^\$aspnet-identity\$([\w+/=]{32,256})$/.exec(text) ?? []
  if (base64 === undefined) return null
  const bytes = decoded(base64)
  if (bytes[0] === 0 && bytes.length === 49)
    return pbkdf2Hash('sha1', 1000, bytes.subarray(1, 17), bytes.subarray(17))
  if (bytes[0] !== 1 || bytes.length < 45) return null
  const saltLength = bytes.readUInt32BE(9)
  if (saltLength < 8 || saltLength > bytes.length - 29) return null
  const digest = aspNetDigests[bytes.readUInt32BE(1)] ?? ''
  return pbkdf2Hash(
    digest,
    bytes.readUInt32BE(5),
    bytes.subarray(13, 13 + saltLength),
    bytes.subarray(13 + saltLength),
  )
}

/** `$5$` and `$6$` of crypt(3). Without `rounds=` there are 5000. */
function shaCryptHash(text: string): ForeignHash | null {
  const [, prefix, given, salt = '', hash = ''] =
    /^\$([56])\$(?:rounds=(\d{1,9})\$)?([^$]{0,16})\$([./A-Za-z0-9]{43,86})$/.exec(text) ?? []
  if (prefix === undefined) return null
  const digest = prefix === '5' ? 'sha256' : 'sha512'
  const rounds = Math.max(1000, Number(given ?? 5000))
  const isWhole = hash.length === (digest === 'sha256' ? 43 : 86)
  return isWhole && rounds <= foreignBounds.shaCryptRounds
    ? { kind: 'sha-crypt', digest, rounds, salt, hash }
    : null
}

const ldapDigests: Readonly<Record<string, Digest>> = {
  SSHA: 'sha1',
  SSHA256: 'sha256',
  SSHA512: 'sha512',
  SHA512: 'sha512',
}

/** `{SSHA}` and its variants (RFC 2307): the digest of the password and the salt, followed by the salt. */
function ldap(text: string): ForeignHash | null {
  const [, scheme = '', base64 = ''] = /^\{(S?SHA(?:256|512)?)\}([\w+/=]{24,256})$/i.exec(text) ?? []
  const digest = ldapDigests[scheme.toUpperCase()]
  if (!digest) return null
  const bytes = decoded(base64)
  const length = digestBytes[digest]
  const isSalted = /^SS/i.test(scheme)
  if (isSalted ? bytes.length <= length : bytes.length !== length) return null
  return { kind: 'salted', digest, hash: bytes.subarray(0, length), salt: bytes.subarray(length) }
}
