/** Stored in upper case, without separators (RFC 8628 6.1). */
export const normalizeUserCode = (typed: string): string =>
  typed.replace(/[a-z]/g, (letter) => letter.toUpperCase()).replace(/\W/g, '')

/** Each asterisk of the mask is one character. */
export function maskUserCode(code: string, mask: string): string {
  const characters = [...code]
  return mask.replace(/\*/g, () => characters.shift() ?? '')
}
