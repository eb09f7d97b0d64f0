import { createHmac } from 'node:crypto'
import type { Configuration } from 'oidc-provider'
import type { IssuerDeps } from '../core/deps.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { saltedKey } from './instance-salt.ts'

/** Pairwise subjects (OpenID Connect Core 8.1), constant for the lifetime of the project. */
export function pairwise({ deps, project }: OptionsContext): Configuration {
  // Read once, at the first pairwise subject: projects without pairwise applications do not read it.
  let key: Promise<Buffer> | undefined
  return {
    subjectTypes: ['public', 'pairwise'],
    async pairwiseIdentifier(_ctx, accountId, client) {
      key ??= pairwiseKey(deps, project.id).catch((error) => {
        key = undefined
        throw error
      })
      return pairwiseSubject(await key, sectorOf(client), accountId)
    },
  }
}

interface SectorSource {
  readonly clientId: string
  readonly sectorIdentifierUri?: string | undefined
  readonly redirectUris?: readonly string[] | undefined
  readonly jwksUri?: string | undefined
}

/**
 * Returns the sector of a client (OpenID Connect Core 8.1; CIBA Core 4 for a client without redirect
 * addresses).
 */
export function sectorOf({ clientId, sectorIdentifierUri, redirectUris, jwksUri }: SectorSource): string {
  const address = sectorIdentifierUri ?? redirectUris?.[0] ?? jwksUri
  return address ? new URL(address).host : clientId
}

export const pairwiseSubject = (key: Buffer, sector: string, accountId: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([sector, accountId]))
    .digest('base64url')

/**
 * Derives the key of a project from the salt of the instance, independent of the secret keys in the
 * environment.
 */
export const pairwiseKey = (
  deps: Pick<IssuerDeps, 'database' | 'vault'>,
  projectId: string,
): Promise<Buffer> => saltedKey(deps, `signet pairwise ${projectId}`)
