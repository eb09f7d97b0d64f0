/** Prefix that no bearer value has: those consist of the base64url alphabet. */
const mark = '#'

/**
 * Returns the reference to a row that was found by another of its values (a user code). The bearer value of the row is not
 * stored, so the pages of the device flow use the reference in its place.
 */
export const rowReference = (key: string): string => mark + key

export const keyOfReference = (reference: string): string => reference.slice(mark.length)

export const isRowReference = (id: string): boolean => id.startsWith(mark)
