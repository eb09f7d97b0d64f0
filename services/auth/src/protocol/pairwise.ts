import { createHmac } from 'node:crypto'
import type { Configuration } from 'oidc-provider'
import type { IssuerDeps } from '../core/deps.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { saltedKey } from './instance-salt.ts'

/** Subjects of one sector's own (OpenID Connect Core 8.1), the same for as long as the project lives. */
export function pairwise({ deps, project }: OptionsContext): Configuration {
  // Read when the first such subject is needed, and once: projects without pairwise applications never ask.
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

/** The host that stands for the sector (OpenID Connect Core 8.1; CIBA Core 4 where nobody is redirected). */
export function sectorOf({ clientId, sectorIdentifierUri, redirectUris, jwksUri }: SectorSource): string {
  const address = sectorIdentifierUri ?? redirectUris?.[0] ?? jwksUri
  return address ? new URL(address).host : clientId
}

export const pairwiseSubject = (key: Buffer, sector: string, accountId: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([sector, accountId]))
    .digest('base64url')

/** One key per project, from the salt of the instance: it does not change with the keys of the environment. */
export const pairwiseKey = (
  deps: Pick<IssuerDeps, 'database' | 'vault'>,
  projectId: string,
): Promise<Buffer> => saltedKey(deps, `signet pairwise ${projectId}`)
