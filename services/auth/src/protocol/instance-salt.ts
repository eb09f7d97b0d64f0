import { hkdfSync } from 'node:crypto'
import { type Executor, sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import { mintToken, type Vault } from '@signet/secrets'
import type { IssuerDeps } from '../core/deps.ts'

const saltPlace = sealedPlace('pairwiseSalt')

/**
 * Derives 32 bytes for a purpose from the salt of the instance. Every replica derives the same bytes,
 * independent of the secret keys in the environment.
 */
export async function saltedKey(
  { database, vault }: Pick<IssuerDeps, 'database' | 'vault'>,
  purpose: string,
): Promise<Buffer> {
  const salt = await instanceSalt(database, vault)
  return Buffer.from(hkdfSync('sha256', salt, '', purpose, 32))
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

/** Stores a new salt unless a concurrent request stored one first, and returns the stored salt. */
async function makeSalt(executor: Executor, vault: Vault): Promise<string> {
  await executor.run(sql`
    UPDATE instance SET pairwise_salt_sealed = ${vault.seal(mintToken(), saltPlace)} WHERE pairwise_salt_sealed IS NULL`)
  const sealed = await storedSalt(executor)
  if (!sealed) throw new Error('The instance is not set up: run db:setup.')
  return sealed
}
