import { secretRevealSeconds } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import { newId } from '@signet/runtime'
import type { Vault } from '@signet/secrets'

export interface RevealedCall {
  readonly accountId: string
  readonly clientId: string
  readonly tool: string
  readonly input: object
}

export type Secrets = Readonly<Record<string, string>>

const revealSealPlace = (id: string) => sealedPlace('revealedSecrets', id)

export async function keepForReveal(
  executor: Executor,
  vault: Vault,
  { accountId, clientId, tool, input }: RevealedCall,
  secrets: Secrets,
): Promise<{ readonly id: string; readonly expiresAt: Date }> {
  const id = newId('secretReveal')
  const sealed = vault.seal(JSON.stringify(secrets), revealSealPlace(id))
  const [row] = await executor.rows<{ expiresAt: Date }>(sql`
    INSERT INTO secret_reveals (id, account_id, client_id, tool, input, fields, sealed, expires_at)
    VALUES (${id}, ${accountId}, ${clientId}, ${tool}, ${JSON.stringify(input)}::jsonb, ${Object.keys(secrets)}, ${sealed},
      now() + make_interval(secs => ${secretRevealSeconds}))
    RETURNING expires_at AS "expiresAt"`)
  if (!row) throw new Error('INSERT … RETURNING returned no row.')
  return { id, expiresAt: row.expiresAt }
}

/** Only one of two concurrent requests gets the secrets; undefined when they were already deleted. */
export async function takeSecrets(
  executor: Executor,
  vault: Vault,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<Secrets | undefined> {
  const [row] = await executor.rows<{ sealed: string }>(sql`
    DELETE FROM secret_reveals WHERE id = ${id} AND account_id = ${accountId} AND expires_at > now() RETURNING sealed`)
  return row && JSON.parse(vault.open(row.sealed, revealSealPlace(id)))
}
