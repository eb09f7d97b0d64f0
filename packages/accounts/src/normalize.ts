/**
 * The form uniqueness is decided on: NFKC, then case-folded (invariant 8). Folding by upper and lower case joins
 * letters that only one of the two would (ß, final sigma, dotless i).
 */
export const normalizeKey = (value: string): string =>
  value.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
