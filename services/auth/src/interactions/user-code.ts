/** A user code as it is stored: upper case, without the separators it was shown with (RFC 8628 6.1). */
export const normalizeUserCode = (typed: string): string =>
  typed.replace(/[a-z]/g, (letter) => letter.toUpperCase()).replace(/\W/g, '')

/** A stored code in the form it is shown in; each asterisk of the mask is one character. */
export function maskUserCode(code: string, mask: string): string {
  const characters = [...code]
  return mask.replace(/\*/g, () => characters.shift() ?? '')
}
