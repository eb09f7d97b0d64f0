/** How many seconds the clock of whoever signed a JWT may be ahead of ours (FAPI 2.0 Security Profile 5.3.2.1). */
const maxAhead = 60

/**
 * Longest time for which a JWT that is accepted once may still be valid, because its `jti` is stored for as long. RFC 7523 3
 * (item 4) allows rejecting an `exp` that is unreasonably far in the future. Seconds.
 */
export const longestLife = 3_600

/** Whether a JWT is valid for longer than that, allowing for the clock of its signer. */
export const isLongLived = (exp: unknown): boolean =>
  typeof exp === 'number' && exp > Date.now() / 1000 + longestLife + maxAhead

/** Whether a JWT says that it was issued later than the clock of its signer may be ahead. */
export const isIssuedAhead = (iat: unknown): boolean =>
  typeof iat === 'number' && iat > Date.now() / 1000 + maxAhead
