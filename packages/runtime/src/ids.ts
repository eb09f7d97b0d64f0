import { randomInt } from 'node:crypto'
import { type IdKind, idPrefixes } from '@signet/contracts'
import { typeid } from 'typeid-js'

/** A fresh TypeID (UUIDv7 in base32 behind a prefix), so ids of one kind sort by the time they were made. */
export const newId = (kind: IdKind): string => newTypeId(idPrefixes[kind])

/** A fresh TypeID of a kind that no answer shows (outbox rows, artifacts, leases). */
export const newTypeId = (prefix: string): string => typeid(prefix).toString()

/** A reference a person can pass on when something failed: `err_` and 16 characters without look-alikes. */
export const newReference = (): string =>
  `err_${Array.from({ length: 16 }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join('')}`

const referenceAlphabet = '23456789abcdefghjkmnpqrstuvwxyz'
