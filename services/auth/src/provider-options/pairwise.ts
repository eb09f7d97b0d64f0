import { createHmac, hkdfSync } from 'node:crypto'
import { type Executor, sql } from '@signet/db'
import { mintToken, type Vault } from '@signet/secrets'
import type { Configuration } from 'oidc-provider'
import type { IssuerDeps } from '../deps.ts'
import type { OptionsContext } from './context.ts'

const saltPlace = { table: 'instance', row: 'instance', column: 'pairwise_salt_sealed' }

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
export async function pairwiseKey(
  { database, vault }: Pick<IssuerDeps, 'database' | 'vault'>,
  projectId: string,
): Promise<Buffer> {
  const salt = await instanceSalt(database, vault)
  return Buffer.from(hkdfSync('sha256', salt, '', `signet pairwise ${projectId}`, 32))
}

async function instanceSalt(executor: Executor, vault: Vault): Promise<string> {
  const sealed = (await storedSalt(executor)) ?? (await makeSalt(executor, vault))
  return vault.open(sealed, saltPlace)
}

async function storedSalt(executor: Executor): Promise<string | null> {
  const [row] = await executor.rows<{ sealed: string | null }>(
    sql`SELECT pairwise_salt_sealed AS sealed FROM instance`,
  )
  return row?.sealed ?? null
}

/** Of two that make it at once, one is kept, and both go on with that one. */
async function makeSalt(executor: Executor, vault: Vault): Promise<string> {
  await executor.run(sql`
    UPDATE instance SET pairwise_salt_sealed = ${vault.seal(mintToken(), saltPlace)} WHERE pairwise_salt_sealed IS NULL`)
  const sealed = await storedSalt(executor)
  if (!sealed) throw new Error('The instance is not set up: run db:setup.')
  return sealed
}
