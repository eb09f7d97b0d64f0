import { unitOfWork } from './unit-of-work.ts'

/** No bearer value has it: those are made of the base64url alphabet. */
const mark = '#'

const allowance = 'row references'

/**
 * A row found by another of its values (a user code) is known by its stored key alone, since the bearer value is not
 * stored. The reference stands in for that value while the pages of the device flow work on the row.
 */
export const rowReference = (key: string): string => mark + key

export const keyOfReference = (reference: string): string => reference.slice(mark.length)

export const isRowReference = (id: string): boolean => id.startsWith(mark)

/** Lets this request follow references: never one that presents a bearer value, so a stored key is worth nothing. */
export const allowRowReferences = (): void => void unitOfWork()?.joined.set(allowance, true)

export const rowReferencesAllowed = (): boolean => unitOfWork()?.joined.has(allowance) === true
