import { randomInt } from 'node:crypto'
import { type IdKind, idPrefixes } from '@signet/contracts'
import { TypeID, typeid } from 'typeid-js'

/** TypeID (UUIDv7 in base32 behind a prefix); ids of one kind sort by creation time. */
export const newId = (kind: IdKind): string => newTypeId(idPrefixes[kind])

/** Kinds that are never in a response: outbox rows, artifacts, leases. */
export const newTypeId = (prefix: string): string => typeid(prefix).toString()

/**
 * Used for an object that is created at most once.
 * @param at milliseconds of the epoch
 * @param seed at least 16 bytes that cannot be guessed
 */
export function derivedId(kind: IdKind, at: number, seed: Buffer): string {
  const bytes = Buffer.from(seed.subarray(0, 16))
  bytes.writeUIntBE(at, 0, 6)
  // Version 7 and the variant (RFC 9562 5.7).
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return TypeID.fromUUIDBytes(idPrefixes[kind], bytes).toString()
}

/** `err_` and 16 characters without look-alikes. */
export const newReference = (): string =>
  `err_${Array.from({ length: 16 }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join('')}`

const referenceAlphabet = '23456789abcdefghjkmnpqrstuvwxyz'
