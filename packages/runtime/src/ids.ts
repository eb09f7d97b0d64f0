import { randomInt } from 'node:crypto'
import { type IdKind, idPrefixes } from '@signet/contracts'
import { TypeID, typeid } from 'typeid-js'

/** A fresh TypeID (UUIDv7 in base32 behind a prefix), so ids of one kind sort by the time they were made. */
export const newId = (kind: IdKind): string => newTypeId(idPrefixes[kind])

/** A fresh TypeID of a kind that no answer shows (outbox rows, artifacts, leases). */
export const newTypeId = (prefix: string): string => typeid(prefix).toString()

/**
 * The id of what is made at most once for a secret seed, however often it is asked for.
 * @param at milliseconds of the epoch
 * @param seed at least 16 bytes that nobody can guess
 */
export function derivedId(kind: IdKind, at: number, seed: Buffer): string {
  const bytes = Buffer.from(seed.subarray(0, 16))
  bytes.writeUIntBE(at, 0, 6)
  // Version 7 and the variant (RFC 9562 5.7).
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return TypeID.fromUUIDBytes(idPrefixes[kind], bytes).toString()
}

/** A reference a person can pass on when something failed: `err_` and 16 characters without look-alikes. */
export const newReference = (): string =>
  `err_${Array.from({ length: 16 }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join('')}`

const referenceAlphabet = '23456789abcdefghjkmnpqrstuvwxyz'
