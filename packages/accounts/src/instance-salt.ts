import { hkdfSync } from 'node:crypto'
import { type Executor, sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import { mintToken, type Vault } from '@signet/secrets'

const saltPlace = sealedPlace('pairwiseSalt')

export interface SaltDeps {
  readonly database: Executor
  readonly vault: Vault
}

/** 32 bytes. Every replica derives the same, independent of the secret keys in the environment. */
export async function saltedKey({ database, vault }: SaltDeps, purpose: string): Promise<Buffer> {
  const sealed = (await storedSalt(database)) ?? (await makeSalt(database, vault))
  return derive(vault.open(sealed, saltPlace), purpose)
}

/** Writes nothing: undefined while the instance has no salt, which its first use stores. */
export async function storedSaltedKey(
  { database, vault }: SaltDeps,
  purpose: string,
): Promise<Buffer | undefined> {
  const sealed = await storedSalt(database)
  return sealed === null ? undefined : derive(vault.open(sealed, saltPlace), purpose)
}

const derive = (salt: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', salt, '', purpose, 32))

async function storedSalt(executor: Executor): Promise<string | null> {
  const [row] = await executor.rows<{ sealed: string | null }>(
    sql`SELECT pairwise_salt_sealed AS sealed FROM instance`,
  )
  return row?.sealed ?? null
}

/** Returns the salt of a concurrent request that stored one first. */
async function makeSalt(executor: Executor, vault: Vault): Promise<string> {
  await executor.run(sql`
    UPDATE instance SET pairwise_salt_sealed = ${vault.seal(mintToken(), saltPlace)} WHERE pairwise_salt_sealed IS NULL`)
  const sealed = await storedSalt(executor)
  if (!sealed) throw new Error('The instance is not set up: run db:setup.')
  return sealed
}
