/** Returns a user code in its stored form: upper case, without separators (RFC 8628 6.1). */
export const normalizeUserCode = (typed: string): string =>
  typed.replace(/[a-z]/g, (letter) => letter.toUpperCase()).replace(/\W/g, '')

/** Returns a stored code in the form of the mask, in which each asterisk is one character. */
export function maskUserCode(code: string, mask: string): string {
  const characters = [...code]
  return mask.replace(/\*/g, () => characters.shift() ?? '')
}
