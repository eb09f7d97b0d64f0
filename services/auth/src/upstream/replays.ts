import type Provider from 'oidc-provider'

interface Replays {
  unique(issuer: string, jti: string, exp: number): Promise<boolean>
}

/** Takes a token of an issuer once, until it has expired. */
export const isNewToken = ({ ReplayDetection }: Provider, issuer: string, jti: string, exp: number) =>
  (ReplayDetection as unknown as Replays).unique(issuer, jti, exp)
