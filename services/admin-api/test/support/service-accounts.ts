import type { MemberRole } from '@signet/contracts'
import { sql } from '@signet/db'
import { exportJWK, generateKeyPair } from 'jose'
import { type Person, tokenOf } from './people.ts'
import { unique } from './things.ts'
import type { World } from './world.ts'

export async function publicKey() {
  const { publicKey: key } = await generateKeyPair('ES256')
  return { ...(await exportJWK(key)), alg: 'ES256', kid: unique('kid-') }
}

interface Options {
  readonly role?: MemberRole
  readonly teamId?: string
  readonly scopes?: readonly string[]
}

/** The token has every scope. */
export async function serviceAccountCaller(
  world: World,
  {
    role = 'member',
    teamId = world.team,
    scopes = ['admin:read', 'admin:write', 'admin:high'],
  }: Options = {},
): Promise<{ readonly id: string; readonly teamId: string; readonly caller: Person }> {
  const { id } = await world.ok(world.people.super, 'service_account_create', {
    teamId,
    name: unique('Deploy '),
    role,
    keys: [await publicKey()],
  })
  // The last use is already stored, so that a test call writes nothing else.
  await world.database.run(
    sql`UPDATE service_accounts SET last_used_at = now() + interval '1 hour' WHERE id = ${id}`,
  )
  const token = await tokenOf(world, { subject: id, clientId: id, scopes })
  return { id, teamId, caller: { accountId: id, headers: { authorization: `Bearer ${token}` } } }
}
