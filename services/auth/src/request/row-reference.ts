/** No bearer value has this prefix: those consist of the base64url alphabet. */
const mark = '#'

/**
 * References a row that was found by another of its values (a user code). The bearer value is not stored, so the pages of the device
 * flow use the reference in its place.
 */
export const rowReference = (key: string): string => mark + key

export const keyOfReference = (reference: string): string => reference.slice(mark.length)

export const isRowReference = (id: string): boolean => id.startsWith(mark)
