import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { newAdministrator } from './things.ts'
import type { World } from './world.ts'

interface Holder {
  readonly projectId: string
  readonly accountId: string
}

/** Default: bound to the host of the instance. */
export async function addPasskey(
  { database }: Pick<World, 'database'>,
  { projectId, accountId }: Holder,
  host?: string,
): Promise<string> {
  const id = newId('passkey')
  await database.run(sql`
    INSERT INTO passkeys (project_id, id, account_id, credential_id, public_key, rp_id, aaguid, synced, backed_up, name)
    SELECT ${projectId}, ${id}, ${accountId}, ${id}, 'x',
      COALESCE(${host ?? null}, regexp_replace(split_part(split_part(i.base_url, '://', 2), '/', 1), ':[0-9]+$', '')),
      'x', true, true, 'Phone' FROM instance i`)
  return id
}

/** Stores two unused codes, whose digests no code has. */
export const addRecoveryCodes = ({ database }: Pick<World, 'database'>, { projectId, accountId }: Holder) =>
  database.run(sql`
    INSERT INTO recovery_codes (project_id, account_id, key_sealed, digests)
    VALUES (${projectId}, ${accountId}, 'x', ARRAY['one', 'two'])`)

/** Makes the passkey of one super administrator the only sign-in method of the console. */
export async function lastPasskey(world: World) {
  const { database, administratorsProject: projectId } = world
  const userId = await newAdministrator(world)
  await world.ok(world.people.super, 'admin_super_grant', { adminId: userId })
  const passkeyId = await addPasskey(world, { projectId, accountId: userId })
  await database.run(sql`UPDATE identity_providers SET enabled = false WHERE project_id = ${projectId}`)
  await database.run(
    sql`UPDATE projects SET password_login = false, passkeys = 'preferred' WHERE id = ${projectId}`,
  )
  return { projectId, userId, passkeyId }
}

/** P-256 in the form of COSE (RFC 9053). */
function coseKey(): string {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex')
  return Buffer.from(`a5010203262001215820${hex(x)}225820${hex(y)}`, 'hex').toString('base64url')
}

export const importedPasskey = (more: object = {}) => ({
  credentialId: randomBytes(32).toString('base64url'),
  publicKey: coseKey(),
  rpId: 'localhost',
  userHandle: randomBytes(32).toString('base64url'),
  ...more,
})
