/** Reasons for which a passkey was not accepted. */
export type PasskeyProblem =
  | { readonly kind: 'passkeyOff' | 'passkeyWrong' | 'passkeyUnknown' }
  | { readonly kind: 'tooMany'; readonly minutes: number }
