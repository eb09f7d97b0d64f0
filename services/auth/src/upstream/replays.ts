import type Provider from 'oidc-provider'

interface Replays {
  unique(issuer: string, jti: string, exp: number): Promise<boolean>
}

/** Records a `jti` until the token expires, and returns whether it is new. */
export const isNewToken = ({ ReplayDetection }: Provider, issuer: string, jti: string, exp: number) =>
  (ReplayDetection as unknown as Replays).unique(issuer, jti, exp)
