/** How many seconds the clock of whoever signed a JWT may be ahead of ours (FAPI 2.0 Security Profile 5.3.2.1). */
const maxAhead = 60

/** Whether a JWT says that it was issued later than the clock of its signer may be ahead. */
export const isIssuedAhead = (iat: unknown): boolean =>
  typeof iat === 'number' && iat > Date.now() / 1000 + maxAhead
