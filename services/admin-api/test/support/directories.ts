import { sql } from '@signet/db'
import { type RemovalOperation, takeRemoval } from '@signet/provisioning'
import { type Case, enforcePlans } from './attempts.ts'
import { group, makeUser, type Place, unique } from './things.ts'
import type { World } from './world.ts'

type At = Pick<Place, 'world' | 'projectId'>

const placeOf = ({ world, projectId }: At): Place => ({ world, projectId, teamId: world.team })

/** The provider gets no requests. */
export const upstream = () => ({
  displayName: unique('Upstream '),
  issuer: `https://${unique('idp')}.example.com`,
  clientId: 'signet',
  clientSecret: 'secret-of-the-provider',
})

export const provider = async ({ world, projectId }: At) => {
  const { id } = await world.ok(world.people.super, 'federation_provider_create', {
    projectId,
    ...upstream(),
  })
  return { projectId, providerId: id }
}

export const certifiedProvider = async ({ world, projectId }: At) => {
  const { clientSecret: _none, ...plain } = upstream()
  const { id } = await world.ok(world.people.super, 'federation_provider_create', {
    projectId,
    ...plain,
    clientAuthentication: 'tls_client_auth',
    // A provider of the administrators' project needs a confirmation.
    confirm: true,
  })
  return { projectId, providerId: id }
}

export const connection = async (
  at: At,
  fields: { threshold?: { count: number; windowSeconds: number } } = {},
) => {
  const { projectId, providerId } = await provider(at)
  const { id } = await at.world.ok(at.world.people.super, 'provisioning_connection_create', {
    projectId,
    providerId,
    displayName: unique('Directory '),
    ...fields,
  })
  return { projectId, connectionId: id }
}

/** The connection manages a user and a group with this member. */
export const managingConnection = async (at: At) => {
  const one = await connection(at)
  const userId = await makeUser(placeOf(at))
  const { groupId } = await group(placeOf(at))
  await at.world.database.run(sql`
    UPDATE accounts SET connection_id = ${one.connectionId}, external_id = ${userId} WHERE id = ${userId}`)
  await at.world.database.run(sql`
    UPDATE groups SET connection_id = ${one.connectionId}, external_id = ${groupId} WHERE id = ${groupId}`)
  await at.world.database.run(sql`
    INSERT INTO group_members (project_id, group_id, account_id) VALUES (${at.projectId}, ${groupId}, ${userId})`)
  return one
}

export type Credential = 'secret' | 'static_token'

export const credentialed = async (at: At, kind: Credential, times = 1) => {
  const one = await connection(at)
  for (let issued = 0; issued < times; issued += 1)
    await at.world.ok(at.world.people.super, 'provisioning_credential_issue', { ...one, kind })
  return one
}

/** Requests a removal like the SCIM service, in a transaction of its own. */
export const removal = (
  { world }: Pick<Place, 'world'>,
  one: { projectId: string; connectionId: string },
  accountId: string,
  operation: RemovalOperation = 'deactivate',
) => world.database.transaction((tx) => takeRemoval(tx, { ...one, accountId, operation }))

/** One removal is accepted and one is held. */
export const heldConnection = async (at: At) => {
  const one = await connection(at, { threshold: { count: 1, windowSeconds: 300 } })
  await removal(at, one, await makeUser(placeOf(at)))
  await removal(at, one, await makeUser(placeOf(at)))
  return one
}

interface Link {
  readonly projectId: string
  readonly providerId: string
  readonly accountId: string
  readonly issuer?: string
}

export const link = (
  { database }: Pick<World, 'database'>,
  { projectId, providerId, accountId, issuer }: Link,
) =>
  database.run(sql`
    INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
    SELECT project_id, id, COALESCE(${issuer ?? null}, issuer), ${accountId}, ${accountId} FROM identity_providers
    WHERE project_id = ${projectId} AND id = ${providerId}`)

export const linkedUser = async (at: At) => {
  const { projectId, providerId } = await provider(at)
  const userId = await makeUser(placeOf(at))
  await link(at.world, { projectId, providerId, accountId: userId })
  return { projectId, userId, providerId }
}

/** The provider of the linked user stated another address at the last sign-in. */
export async function movedUser(at: At, address = { email: `${unique('moved')}@example.com`, proven: true }) {
  const linked = await linkedUser(at)
  await at.world.database.run(sql`
    UPDATE identities SET email = ${address.email}, email_proven = ${address.proven}
    WHERE project_id = ${linked.projectId} AND account_id = ${linked.userId}`)
  return linked
}

export const withoutEnterpriseSignIn =
  (attempt: Case): Case =>
  async (world) => {
    await enforcePlans(world)
    await world.database.run(sql`UPDATE plans SET enterprise_sign_in = false WHERE is_default`)
    return { person: world.people.owner, ...(await attempt(world)) }
  }
