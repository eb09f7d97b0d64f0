export type PasskeyProblem =
  | { readonly kind: 'passkeyOff' | 'passkeyWrong' | 'passkeyUnknown' }
  | { readonly kind: 'tooMany'; readonly minutes: number }

/**
 * Each reason names a text of the pages. `unproven` has no certificate of a model, and `unsupportedProof` has one in another form than
 * `packed`.
 */
export type EnrolmentProblem =
  | 'notAdded'
  | 'unproven'
  | 'notPermitted'
  | 'compromised'
  | 'unsupportedProof'
  | 'modelsUnknown'
