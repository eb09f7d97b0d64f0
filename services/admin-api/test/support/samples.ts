import { randomBytes, randomInt } from 'node:crypto'
import type { OperationName, Operations, PreviewOf, RequestOf } from '@signet/contracts'
import { sql } from '@signet/db'
import { addFault, errorReport } from './faults.ts'
import { makeAdministrator } from './people.ts'
import { makeTeam, password, type World } from './world.ts'

/** Where a sample is made: a project of a team, by whom it may be made. */
export interface Place {
  readonly world: World
  readonly projectId: string
  readonly teamId: string
}

type Sample<N extends OperationName> = (place: Place) => Promise<RequestOf<Operations[N]>>

export const unique = (prefix: string): string => `${prefix}${randomBytes(6).toString('hex')}`

export const application = {
  clientName: 'Example',
  grantTypes: ['authorization_code', 'refresh_token'] as ['authorization_code', 'refresh_token'],
  redirectUris: ['https://app.example.com/callback'],
  tokenEndpointAuthMethod: 'client_secret_basic' as const,
}

const inProject = async ({ projectId }: Place) => ({ projectId })
const nothing = async () => ({})

export const makeUser = async ({ world, projectId }: Place): Promise<string> =>
  (
    await world.ok(world.people.super, 'project_user_create', {
      projectId,
      email: `${unique('u')}@example.com`,
    })
  ).id

export const makeClient = async ({ world, projectId }: Place): Promise<string> =>
  (await world.ok(world.people.super, 'client_create', { projectId, ...application })).clientId

/** The personal team of the super administrator, who runs the samples. */
const personalTeam = async (world: World): Promise<string> =>
  (await world.ok(world.people.super, 'whoami', {})).teams.find(({ kind }) => kind === 'personal')?.id ?? ''

const user = async (place: Place) => ({ projectId: place.projectId, userId: await makeUser(place) })
const client = async (place: Place) => ({ projectId: place.projectId, clientId: await makeClient(place) })

const inTeam = async ({ teamId }: Place) => ({ teamId })

export const newAdministrator = async (world: World): Promise<string> =>
  (await makeAdministrator(world, `${unique('a')}@example.com`)).accountId

const users = async (place: Place) => ({
  projectId: place.projectId,
  userIds: [await makeUser(place), await makeUser(place)],
})

interface OneUser {
  readonly projectId: string
  readonly userId: string
}

/** A live sign-in of the user, at an application when one is named, as the authorization server stores it. */
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

const instanceSet = 'instance'
const confirmed = (kid: string) => ({ kid, confirm: kid })

/** Makes room in the set: what earlier samples left would reach the limits. */
async function freshAlgorithm({ database }: World, set: string): Promise<'ES384'> {
  await database.run(sql`DELETE FROM signing_keys WHERE key_set_id = ${set} AND state <> 'signing'`)
  await database.run(
    sql`UPDATE signing_keys SET created_at = created_at - interval '2 days' WHERE key_set_id = ${set}`,
  )
  return 'ES384'
}

/** A published key past its publication window; older ones leave the set so that it never fills up. */
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

const madePlan = async ({ world }: Pick<Place, 'world'>) => ({
  planId: (await world.ok(world.people.super, 'plan_create', plan())).id,
})

type Previewed = PreviewOf<Operations['project_address_change']>

/** A project of the same team for this call alone. */
export const ownProject = async (world: World) => {
  const input = { name: 'Of its own', slug: unique('p'), teamId: world.team }
  return { projectId: (await world.ok(world.people.super, 'project_create', input)).id }
}

const agentClient = () => ({
  clientId: `https://${unique('agent')}.example.com/client.json`,
  name: 'Example agent',
})

const permitted = async ({ world }: Pick<Place, 'world'>) => ({
  entryId: (await world.ok(world.people.super, 'agent_client_permit', agentClient())).id,
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

/** The fields of an API nobody declared yet. */
export const api = () => ({
  identifier: `https://${unique('api')}.example.com/`,
  name: 'Example API',
  scopes: ['orders.read', 'orders.write'],
})

const resource = async ({ world, projectId }: Place) => {
  const { identifier } = await world.ok(world.people.super, 'resource_declare', { projectId, ...api() })
  return { projectId, resourceId: identifier }
}

const group = async ({ world, projectId }: Place) => {
  const displayName = unique('group ')
  const { id } = await world.ok(world.people.super, 'project_group_create', { projectId, displayName })
  return { projectId, groupId: id }
}

const groupMember = async (place: Place) => {
  const one = await group(place)
  const userId = await makeUser(place)
  await place.world.ok(place.world.people.super, 'project_group_member_add', { ...one, userIds: [userId] })
  return { ...one, userId }
}

const administrator = async ({ world }: Place) => ({ adminId: await newAdministrator(world) })

async function enrolled<Input extends { adminId: string }>(
  { database }: World,
  input: Input,
): Promise<Input> {
  await database.run(sql`UPDATE accounts SET totp_enrolled_at = now() WHERE id = ${input.adminId}`)
  return input
}

/** A member of the team who is there for this call only. */
const teamMember = async ({ world, teamId }: Place) => {
  const userId = await newAdministrator(world)
  await world.ok(world.people.super, 'team_member_add', { teamId, userId, role: 'member' })
  return { teamId, userId }
}

/** A team that owns nothing, with the people of another. */
const emptyTeam = async (world: World, like: string): Promise<string> => {
  const { members } = await world.ok(world.people.super, 'team_get', { teamId: like })
  return makeTeam(
    world,
    unique('Empty '),
    members.map(({ userId, role }) => [userId, role]),
  )
}

/** An invitation as the message's sending leaves it. */
const invitation = async ({ world, teamId }: Place): Promise<string> => {
  const email = `${unique('i')}@example.com`
  const { id } = await world.deps.prisma.teamInvitation.create({
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

/**
 * A valid call of each served operation, on things of its own: the laws run every operation by these. A served
 * operation without a sample fails a law.
 */
export const samples: { readonly [N in OperationName]?: Sample<N> } = {
  whoami: nothing,
  scope_get: nothing,
  scope_set: async ({ world }) => ({ teamId: await personalTeam(world) }),
  logout: nothing,
  project_list: nothing,
  project_get: inProject,
  project_create: async ({ teamId }) => ({ name: 'Another', slug: unique('p'), teamId }),
  project_update: async ({ projectId }) => ({ projectId, displayName: unique('Shop ') }),
  project_address_change: async ({ world, projectId }) => {
    const input = { projectId, slug: unique('p'), addressForm: 'path' as const }
    const { body } = await world.call(world.people.super, 'project_address_change', input)
    return { ...input, confirm: true, expect: (body as Previewed).expect }
  },
  project_owner_change: async ({ world }) => ({
    ...(await ownProject(world)),
    teamId: await makeTeam(world, 'Next', [[world.people.owner.accountId, 'owner']]),
    confirm: true,
  }),
  project_delete: async ({ world }) => ownProject(world),
  project_restore: async ({ world }) => {
    const one = await ownProject(world)
    await world.ok(world.people.super, 'project_delete', one)
    return one
  },
  project_purge: async ({ world }) => {
    const one = await ownProject(world)
    await world.ok(world.people.super, 'project_delete', one)
    return one
  },
  project_summary_get: inProject,
  client_list: inProject,
  client_get: client,
  client_create: async ({ projectId }) => ({ projectId, ...application }),
  client_update: async (place) => ({ ...(await client(place)), clientName: 'Renamed' }),
  client_secret_rotate: client,
  client_delete: client,
  resource_list: inProject,
  resource_get: resource,
  resource_declare: async ({ projectId }) => ({ projectId, ...api() }),
  resource_update: async (place) => ({
    ...(await resource(place)),
    scopes: ['orders.read'],
    accessTokenTTL: 600,
  }),
  resource_delete: resource,
  project_group_list: inProject,
  project_group_get: group,
  project_group_create: async ({ projectId }) => ({ projectId, displayName: unique('group ') }),
  project_group_update: async (place) => ({ ...(await group(place)), displayName: unique('group ') }),
  project_group_delete: group,
  project_group_member_list: group,
  project_group_member_add: async (place) => ({ ...(await group(place)), userIds: [await makeUser(place)] }),
  project_group_member_remove: groupMember,
  project_user_list: inProject,
  project_user_get: user,
  project_user_create: async ({ projectId }) => ({
    projectId,
    email: `${unique('u')}@example.com`,
    password,
  }),
  project_user_update: async (place) => ({ ...(await user(place)), claims: { department: 'research' } }),
  project_user_password_reset: async (place) => ({ ...(await user(place)), password, signOut: true }),
  project_user_delete: user,
  project_user_email_change: async (place) => ({
    ...(await user(place)),
    email: `${unique('e')}@example.com`,
  }),
  project_user_mark_verified: user,
  project_user_lock: async (place) => ({ ...(await user(place)), reason: 'Lost laptop' }),
  project_user_unlock: async (place) => {
    const one = await user(place)
    await place.world.ok(place.world.people.super, 'project_user_lock', { ...one, reason: 'Lost laptop' })
    return one
  },
  project_user_sign_out: async (place) => signedIn(place, await user(place)),
  project_user_totp_clear: async (place) => {
    const one = await user(place)
    await place.world.database.run(sql`UPDATE accounts SET totp_enrolled_at = now() WHERE id = ${one.userId}`)
    return one
  },
  project_user_session_list: user,
  project_user_application_sign_out: async (place) => {
    const clientId = await makeClient(place)
    return { ...(await signedIn(place, await user(place), clientId)), clientId }
  },
  project_user_bulk_activate: async (place) => {
    const input = await users(place)
    await place.world.ok(place.world.people.super, 'project_user_bulk_deactivate', input)
    return input
  },
  project_user_bulk_deactivate: users,
  project_user_bulk_sign_out: async (place) => {
    const input = await users(place)
    for (const userId of input.userIds) await signedIn(place, { projectId: place.projectId, userId })
    return input
  },
  project_user_bulk_delete: users,
  audit_list: nothing,
  error_list: nothing,
  error_summary: nothing,
  error_purge_preview: nothing,
  error_by_reference: async ({ world }) => ({ reference: (await addFault(world)).reference }),
  error_get: async ({ world }) => ({ faultId: (await addFault(world)).faultId }),
  error_purge: async ({ world }) => ({ route: (await addFault(world)).route }),
  agent_client_list: nothing,
  agent_client_permit: async () => agentClient(),
  agent_client_update: async (place) => ({ ...(await permitted(place)), keyProof: 'dpop' }),
  agent_client_withdraw: permitted,
  jwks_list: nothing,
  jwks_generate: async ({ world }) => ({ alg: await freshAlgorithm(world, instanceSet) }),
  jwks_promote: async ({ world }) => ({ kid: await publishedKey(world, instanceSet) }),
  jwks_rotate: async ({ world }) => ({ alg: await freshAlgorithm(world, instanceSet) }),
  jwks_retire: async ({ world }) => confirmed(await publishedKey(world, instanceSet)),
  jwks_revoke: async ({ world }) => confirmed(await publishedKey(world, instanceSet)),
  project_key_list: inProject,
  project_key_generate: async ({ world, projectId }) => ({
    projectId,
    alg: await freshAlgorithm(world, projectId),
  }),
  project_key_promote: async ({ world, projectId }) => ({
    projectId,
    kid: await publishedKey(world, projectId),
  }),
  project_key_rotate: async ({ world, projectId }) => ({
    projectId,
    alg: await freshAlgorithm(world, projectId),
  }),
  project_key_retire: async ({ world, projectId }) => ({
    projectId,
    ...confirmed(await publishedKey(world, projectId)),
  }),
  project_key_revoke: async ({ world, projectId }) => ({
    projectId,
    ...confirmed(await publishedKey(world, projectId)),
  }),
  admin_list: nothing,
  admin_sign_in_readiness_get: nothing,
  admin_create: async () => ({ email: `${unique('a')}@example.com`, password }),
  admin_update: async (place) => ({ ...(await administrator(place)), email: `${unique('a')}@example.com` }),
  admin_deactivate: administrator,
  admin_super_grant: administrator,
  admin_super_withdraw: async (place) => {
    const one = await administrator(place)
    await place.world.ok(place.world.people.super, 'admin_super_grant', one)
    return one
  },
  admin_sign_out: administrator,
  admin_totp_clear: async (place) => enrolled(place.world, await administrator(place)),
  plan_list: nothing,
  plan_create: async () => plan(),
  plan_update: async (place) => ({ ...(await madePlan(place)), limits: { apisPerProject: 7 } }),
  plan_delete: madePlan,
  project_plan_set: async (place) => ({ projectId: place.projectId, ...(await madePlan(place)) }),
  smtp_settings_get: nothing,
  smtp_settings_update: async () => smtp(),
  errorreport_settings_get: nothing,
  errorreport_settings_update: async () => errorReport(),
  settings_get: nothing,
  settings_update: async () => ({ 'plans.regularTeamsPerAdministrator': 3 + randomInt(1000) }),
  team_list: nothing,
  team_get: inTeam,
  team_create: async () => ({ name: unique('Team ') }),
  team_update: async ({ teamId }) => ({ teamId, name: unique('Team ') }),
  team_delete: async ({ world, teamId }) => ({ teamId: await emptyTeam(world, teamId) }),
  team_member_add: async ({ world, teamId }) => ({
    teamId,
    userId: await newAdministrator(world),
    role: 'member',
  }),
  team_member_update: async (place) => ({ ...(await teamMember(place)), role: 'owner' }),
  team_member_remove: teamMember,
  team_invitation_list: inTeam,
  team_invitation_revoke: async (place) => ({ teamId: place.teamId, inviteId: await invitation(place) }),
}
