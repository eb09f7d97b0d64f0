import { createHmac } from 'node:crypto'

export interface SectorSource {
  readonly clientId: string
  readonly sectorIdentifierUri?: string | null | undefined
  readonly redirectUris?: readonly string[] | undefined
  readonly jwksUri?: string | null | undefined
}

/** OpenID Connect Core 8.1; CIBA Core 4 for a client without redirect addresses. */
export function sectorOf({ clientId, sectorIdentifierUri, redirectUris, jwksUri }: SectorSource): string {
  const address = sectorIdentifierUri ?? redirectUris?.[0] ?? jwksUri
  return address ? new URL(address).host : clientId
}

export const pairwiseSubject = (key: Buffer, sector: string, accountId: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([sector, accountId]))
    .digest('base64url')

/** The key is derived from the salt of the instance. */
export const pairwisePurpose = (projectId: string): string => `signet pairwise ${projectId}`
