/** oidc-provider creates one for each client. */
export interface ClientKeyStore {
  freshUntil?: number | undefined
  readonly lock?: Promise<void>
  /** Time of the last fetch of `jwks_uri`, added by Signet. Milliseconds. */
  fetchedAt?: number
  fresh(): boolean
  refresh(): Promise<void>
  selectForVerify(wanted: { alg?: string; kid?: string }): readonly unknown[]
}
