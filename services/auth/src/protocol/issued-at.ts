/** Tolerance for the signer's clock (FAPI 2.0 Security Profile 5.3.2.1). Seconds. */
const maxAhead = 60

/**
 * Longest validity of a JWT that is accepted once, because its `jti` is stored for as long. RFC 7523 3 (item 4) allows rejecting an
 * `exp` that is unreasonably far in the future. Seconds.
 */
export const longestLife = 3_600

/** Allows for the clock of the signer. */
export const isLongLived = (exp: unknown): boolean =>
  typeof exp === 'number' && exp > Date.now() / 1000 + longestLife + maxAhead

export const isIssuedAhead = (iat: unknown): boolean =>
  typeof iat === 'number' && iat > Date.now() / 1000 + maxAhead
