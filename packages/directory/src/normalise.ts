/**
 * The form uniqueness is decided on: NFKC, then case-folded (invariant 8). Folding by upper and lower case joins
 * letters that only one of the two would (ß, final sigma, dotless i).
 */
export const normaliseKey = (value: string): string =>
  value.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/** A resource identifier as an audience: one trailing slash is not significant unless the declaration says so. */
export const normaliseResource = (identifier: string, trailingSlashSignificant = false): string =>
  trailingSlashSignificant ? identifier : identifier.replace(/\/$/, '')
