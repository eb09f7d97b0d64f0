import { randomBytes } from 'node:crypto'
import { normalizeKey } from '@signet/accounts'
import type { OperationName, Operations, RequestOf } from '@signet/contracts'
import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { digest, mintToken } from '@signet/secrets'
import { makeAdministrator, type Person } from './people.ts'
import { makeTeam, type World } from './world.ts'

export interface Place {
  readonly world: World
  readonly projectId: string
  readonly teamId: string
}

export type Sample<N extends OperationName> = (place: Place) => Promise<RequestOf<Operations[N]>>

export const unique = (prefix: string): string => `${prefix}${randomBytes(6).toString('hex')}`

export const application = {
  clientName: 'Example',
  grantTypes: ['authorization_code', 'refresh_token'] as ['authorization_code', 'refresh_token'],
  redirectUris: ['https://app.example.com/callback'],
  tokenEndpointAuthMethod: 'client_secret_basic' as const,
}

/** A PNG data URL of its own: the signature and random bytes. */
export const newLogo = (): string =>
  `data:image/png;base64,${Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(10)]).toString('base64')}`

export const inProject = async ({ projectId }: Place) => ({ projectId })
export const nothing = async () => ({})

export const makeUser = async ({ world, projectId }: Place): Promise<string> =>
  (
    await world.ok(world.people.super, 'project_user_create', {
      projectId,
      email: `${unique('u')}@example.com`,
    })
  ).id

export const makeClient = async ({ world, projectId }: Place): Promise<string> =>
  (await world.ok(world.people.super, 'client_create', { projectId, ...application })).clientId

export const personalTeam = async (world: World): Promise<string> =>
  (await world.ok(world.people.super, 'whoami', {})).teams.find(({ kind }) => kind === 'personal')?.id ?? ''

export const user = async (place: Place) => ({ projectId: place.projectId, userId: await makeUser(place) })
export const client = async (place: Place) => ({
  projectId: place.projectId,
  clientId: await makeClient(place),
})

export const inTeam = async ({ teamId }: Place) => ({ teamId })

export const newAdministrator = async (world: World): Promise<string> =>
  (await makeAdministrator(world, `${unique('a')}@example.com`)).accountId

export const users = async (place: Place) => ({
  projectId: place.projectId,
  userIds: [await makeUser(place), await makeUser(place)],
})

export interface OneUser {
  readonly projectId: string
  readonly userId: string
}

/** Inserts a live sign-in, at an application if one is named. */
export async function signedIn<Input extends OneUser>(
  { world: { database } }: Pick<Place, 'world'>,
  input: Input,
  clientId?: string,
): Promise<Input> {
  const authorizations = clientId ? { [clientId]: { sid: unique('sid'), grantId: unique('grant') } } : {}
  const payload = { accountId: input.userId, loginTs: Math.floor(Date.now() / 1000), authorizations }
  await database.run(sql`
    INSERT INTO oidc_sessions (project_id, id, uid, account_id, payload, expires_at)
    VALUES (${input.projectId}, ${unique('s')}, ${unique('uid')}, ${input.userId}, ${JSON.stringify(payload)}::jsonb, now() + interval '1 hour')`)
  return input
}

export const instanceSet = 'instance'
export const confirmed = (kid: string) => ({ kid, confirm: kid })

/** Removes the keys of earlier samples, which would reach the limits. */
export async function freshAlgorithm({ database }: World, set: string): Promise<'ES384'> {
  await database.run(sql`DELETE FROM signing_keys WHERE key_set_id = ${set} AND state <> 'signing'`)
  await database.run(
    sql`UPDATE signing_keys SET created_at = created_at - interval '2 days' WHERE key_set_id = ${set}`,
  )
  return 'ES384'
}

/** The publication window of the key has passed; older ones leave the set, so that it never fills up. */
export async function publishedKey(world: World, set: string): Promise<string> {
  await world.database.run(sql`
    UPDATE signing_keys SET removable_at = now() WHERE key_set_id = ${set} AND state <> 'signing' AND created_at < now() - interval '10 days'`)
  await world.database.run(
    sql`UPDATE signing_keys SET created_at = created_at - interval '2 days' WHERE key_set_id = ${set}`,
  )
  const alg = 'ES384'
  const { kid } =
    set === instanceSet
      ? await world.ok(world.people.super, 'jwks_generate', { alg })
      : await world.ok(world.people.super, 'project_key_generate', { projectId: set, alg })
  await world.database.run(
    sql`UPDATE signing_keys SET promotable_at = now() WHERE key_set_id = ${set} AND kid = ${kid}`,
  )
  return kid
}

/** No default, application or API uses the algorithm. */
export async function signingKey(world: World, set: string): Promise<string> {
  const kid = await publishedKey(world, set)
  await world.database.run(sql`
    UPDATE signing_keys SET state = 'published', signed_until = now()
    WHERE key_set_id = ${set} AND algorithm = 'ES384' AND state = 'signing'`)
  await world.database.run(
    sql`UPDATE signing_keys SET state = 'signing', signing_since = now() WHERE key_set_id = ${set} AND kid = ${kid}`,
  )
  return kid
}

export const plan = () => ({
  id: unique('plan-'),
  name: 'Starter',
  default: false,
  limits: {
    monthlyActiveUsers: 1000,
    projectsPerAdministrator: 3,
    applicationsPerProject: null,
    apisPerProject: 5,
  },
  features: { enterpriseSignIn: false, customSlug: true, customDomain: false },
})

export const madePlan = async ({ world }: Pick<Place, 'world'>) => ({
  planId: (await world.ok(world.people.super, 'plan_create', plan())).id,
})

export const ownProject = async (world: World) => {
  const input = { name: 'Of its own', slug: unique('p'), teamId: world.team }
  return { projectId: (await world.ok(world.people.super, 'project_create', input)).id }
}

export const agentClient = () => ({
  clientId: `https://${unique('agent')}.example.com/client.json`,
  name: 'Example agent',
})

export const permitted = async ({ world }: Pick<Place, 'world'>) => ({
  entryId: (await world.ok(world.people.super, 'agent_client_permit', agentClient())).id,
})

/** Fields of an account for jobs of GitHub. */
export const serviceAccount = () => ({
  name: unique('Deploy '),
  role: 'member' as const,
  workloads: [
    {
      kind: 'github' as const,
      issuer: 'https://token.actions.githubusercontent.com',
      subject: 'repo:acme/infra:ref:refs/heads/*',
    },
  ],
})

export const storedServiceAccount = async ({ world, teamId }: Place) => ({
  teamId,
  serviceAccountId: (
    await world.ok(world.people.super, 'service_account_create', { teamId, ...serviceAccount() })
  ).id,
})

export const smtp = () => ({
  host: `${unique('mail')}.example.com`,
  port: 465,
  secure: true,
  username: 'signet',
  password: 'mail-password',
  fromName: 'Example',
  fromEmail: 'no-reply@example.com',
})

/** Fields of an undeclared API. */
export const api = () => ({
  identifier: `https://${unique('api')}.example.com/`,
  name: 'Example API',
  scopes: ['orders.read', 'orders.write'],
})

export const resource = async ({ world, projectId }: Place) => {
  const { identifier } = await world.ok(world.people.super, 'resource_declare', { projectId, ...api() })
  return { projectId, resourceId: identifier }
}

export const group = async ({ world, projectId }: Place) => {
  const displayName = unique('group ')
  const { id } = await world.ok(world.people.super, 'project_group_create', { projectId, displayName })
  return { projectId, groupId: id }
}

export const groupMember = async (place: Place) => {
  const one = await group(place)
  const userId = await makeUser(place)
  await place.world.ok(place.world.people.super, 'project_group_member_add', { ...one, userIds: [userId] })
  return { ...one, userId }
}

export const administrator = async ({ world }: Place) => ({ adminId: await newAdministrator(world) })

export async function enrolled<Input extends { adminId: string }>(
  { database }: World,
  input: Input,
): Promise<Input> {
  await database.run(sql`UPDATE accounts SET totp_enrolled_at = now() WHERE id = ${input.adminId}`)
  return input
}

export const teamMember = async ({ world, teamId }: Place) => {
  const userId = await newAdministrator(world)
  await world.ok(world.people.super, 'team_member_add', { teamId, userId, role: 'member' })
  return { teamId, userId }
}

export const emptyTeam = async (world: World, like: string): Promise<string> => {
  const { members } = await world.ok(world.people.super, 'team_get', { teamId: like })
  return makeTeam(
    world,
    unique('Empty '),
    members.map(({ userId, role }) => [userId, role]),
  )
}

export const invitation = async ({ world, teamId }: Place): Promise<string> => {
  const email = `${unique('i')}@example.com`
  const { id } = await world.prisma.teamInvitation.create({
    data: {
      id: unique('inv_'),
      teamId,
      email,
      emailKey: email,
      role: 'member',
      tokenDigest: unique('digest'),
      invitedBy: world.people.owner.accountId,
      expiresAt: new Date(Date.now() + 86_400_000),
    },
  })
  return id
}

export async function newUnverified(world: World): Promise<Person> {
  const person = await makeAdministrator(world, `${unique('a')}@example.com`)
  await world.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${person.accountId}`)
  return person
}

/**
 * Inserts a pending invitation.
 * @returns the token of its message
 */
export async function mailedInvitation(
  { database, people }: World,
  teamId: string,
  email: string,
  role: 'owner' | 'member' = 'member',
): Promise<string> {
  const token = mintToken()
  await database.run(sql`
    INSERT INTO team_invitations (id, team_id, email, email_key, role, token_digest, invited_by, expires_at)
    VALUES (${newId('invitation')}, ${teamId}, ${email}, ${normalizeKey(email)}, ${role}, ${digest(token)},
      ${people.owner.accountId}, now() + interval '1 day')`)
  return token
}
