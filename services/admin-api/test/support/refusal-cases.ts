import type { ErrorCode, OperationName } from '@signet/contracts'
import { raw, sql } from '@signet/db'
import { makeAdministrator, type Person, signIn } from './people.ts'
import {
  api,
  application,
  makeClient,
  makeUser,
  newAdministrator,
  ownProject,
  plan,
  publishedKey,
  unique,
} from './samples.ts'
import { makeTeam, password, type World } from './world.ts'

interface Attempt {
  readonly input: Readonly<Record<string, unknown>>
  /** Default: the super administrator. */
  readonly person?: Person
}

type Case = (world: World) => Promise<Attempt>
type Cases = { readonly [N in OperationName]?: { readonly [C in ErrorCode]?: Case } }

const withoutMail =
  (attempt: Case): Case =>
  async (world) => {
    await world.database.run(sql`DELETE FROM smtp_settings`)
    return attempt(world)
  }

async function anotherSuper(world: World): Promise<Person> {
  const person = await makeAdministrator(world, `${unique('super')}@example.com`)
  await world.deps.prisma.teamMember.create({
    data: {
      teamId: world.superTeam,
      projectId: world.administratorsProject,
      accountId: person.accountId,
      role: 'owner',
    },
  })
  return person
}

/** Calls by the super administrator on one of the teams of the world. */
const onTeam =
  (which: 'team' | 'superTeam' | 'personal', fields: Record<string, unknown>): Case =>
  async (world) => {
    const { teams } = await world.ok(world.people.super, 'whoami', {})
    const personal = teams.find(({ kind }) => kind === 'personal')?.id
    return { input: { teamId: which === 'personal' ? personal : world[which], ...fields } }
  }

/** An administrator who owns as many teams as plans allow, while they are enforced. */
const atTeamLimit =
  (attempt: (world: World, person: Person) => Promise<Attempt>): Case =>
  async (world) => {
    const person = await makeAdministrator(world, `${unique('a')}@example.com`)
    for (const name of ['One', 'Two', 'Three']) await makeTeam(world, name, [[person.accountId, 'owner']])
    await enforcePlans(world)
    return { person, ...(await attempt(world, person)) }
  }

const rootKeys =
  (fields: Record<string, unknown>): Case =>
  async (world) => ({ input: { projectId: world.defaultProject, ...fields } })

/** A call on a key of the instance's or the project's set. */
const ofSet =
  (
    which: 'instance' | 'project',
    makeKey: (world: World, set: string) => Promise<string>,
    fields: (kid: string) => Record<string, unknown>,
  ): Case =>
  async (world) => {
    const path = which === 'instance' ? {} : { projectId: world.project }
    const kid = await makeKey(world, which === 'instance' ? 'instance' : world.project)
    return { input: { ...path, ...fields(kid) } }
  }

async function signer({ database }: World, set: string): Promise<string> {
  const [key] = await database.rows<{ kid: string }>(
    sql`SELECT kid FROM signing_keys WHERE key_set_id = ${set} AND state = 'signing' AND algorithm = 'ES256'`,
  )
  return key?.kid ?? ''
}

async function revokedKey(world: World, set: string): Promise<string> {
  const kid = await publishedKey(world, set)
  await world.database.run(sql`UPDATE signing_keys SET state = 'revoked' WHERE kid = ${kid}`)
  return kid
}

async function fullSet(world: World, set: string): Promise<string> {
  const kid = await publishedKey(world, set)
  await world.database.run(sql`
    INSERT INTO signing_keys (key_set_id, kid, algorithm, state, public_jwk, promotable_at, created_at)
    SELECT ${set}, ${kid} || n, 'ES384', 'published', '{}'::jsonb, now(), now() - interval '11 days' FROM generate_series(1, 12) n`)
  return kid
}

const nothingDepends = { applications: 0, connections: 0, providers: 0, resources: 0 }

const ofOwnProject =
  (fields: Record<string, unknown>, person: 'owner' | 'super' = 'super'): Case =>
  async (world) => ({ person: world.people[person], input: { ...(await ownProject(world)), ...fields } })

const newApi =
  (fields: Record<string, unknown>): Case =>
  async (world) => ({ input: { projectId: world.project, ...api(), ...fields } })

const changedApi =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    const { identifier } = await world.ok(world.people.super, 'resource_declare', {
      projectId: world.project,
      ...api(),
    })
    return { input: { projectId: world.project, resourceId: identifier, ...fields } }
  }

const rootApi = async (world: World) => {
  const { identifier } = await world.ok(world.people.super, 'resource_declare', {
    projectId: world.defaultProject,
    ...api(),
  })
  return { projectId: world.defaultProject, resourceId: identifier }
}

/** A call by a member of the System team who is no super administrator. */
const ofSystemTeam =
  (input: (world: World) => Promise<Record<string, unknown>>): Case =>
  async (world) => {
    const person = await makeAdministrator(world, `${unique('a')}@example.com`)
    await world.database.run(sql`
      INSERT INTO team_members (team_id, project_id, account_id, role)
      SELECT system_team_id, administrators_project_id, ${person.accountId}, 'owner' FROM instance`)
    return { person, input: await input(world) }
  }

/** A call by an owner whose plan is used up, while plans are enforced. */
const atPlanLimit =
  (column: string, attempt: Case): Case =>
  async (world) => {
    await enforcePlans(world)
    await world.database.run(sql`UPDATE plans SET ${raw(column)} = 0 WHERE is_default`)
    return { person: world.people.owner, ...(await attempt(world)) }
  }

const enforcePlans = ({ database }: World): Promise<unknown> =>
  database.run(
    sql`INSERT INTO settings (key, value) VALUES ('plans.enabled', 'true'::jsonb) ON CONFLICT DO NOTHING`,
  )

const newGroup = async (world: World) => {
  const { id } = await world.ok(world.people.super, 'project_group_create', {
    projectId: world.project,
    displayName: unique('group '),
  })
  return { projectId: world.project, groupId: id }
}

const managedGroup =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    const group = await newGroup(world)
    const { connectionId } = await managedUser(world)
    await world.database.run(
      sql`UPDATE groups SET connection_id = ${connectionId} WHERE id = ${group.groupId}`,
    )
    return { input: { ...group, ...fields } }
  }

const place = (world: World) => ({ world, projectId: world.project, teamId: world.team })

const newUser = async (world: World) => ({ projectId: world.project, userId: await makeUser(place(world)) })
const newClient = async (world: World) => ({
  projectId: world.project,
  clientId: await makeClient(place(world)),
})

const newApplication =
  (fields: Record<string, unknown>): Case =>
  async (world) => ({ input: { projectId: world.project, ...application, ...fields } })

const changedApplication =
  (fields: Record<string, unknown>): Case =>
  async (world) => ({ input: { ...(await newClient(world)), ...fields } })

/** An application that registered itself at the project's address. */
const registered: Case = async (world) => {
  const client = await newClient(world)
  await world.database.run(
    sql`UPDATE clients SET registered_dynamically = true WHERE id = ${client.clientId}`,
  )
  return { input: client }
}

const newProject =
  (fields: Record<string, unknown>, person?: 'owner'): Case =>
  async (world) => ({
    input: { name: 'Another', slug: unique('p'), teamId: world.team, ...fields },
    ...(person ? { person: world.people[person] } : {}),
  })

const inviting =
  (fields: Record<string, unknown>): Case =>
  async (world) => ({ input: { projectId: world.project, email: `${unique('i')}@example.com`, ...fields } })

/** The one super administrator, as a user of the administrators' project. */
const lastSuper =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    await onlySuper(world)
    return {
      input: { projectId: world.administratorsProject, userId: world.people.super.accountId, ...fields },
    }
  }

const requireVerification = ({ database, administratorsProject }: World): Promise<unknown> =>
  database.run(
    sql`UPDATE projects SET email_verification_required = true WHERE id = ${administratorsProject}`,
  )

const onOwnAccount =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    await onlySuper(world)
    return { input: { adminId: world.people.super.accountId, ...fields } }
  }

const onlySuper = ({ database, superTeam, people }: World): Promise<unknown> =>
  database.run(
    sql`DELETE FROM team_members WHERE team_id = ${superTeam} AND account_id <> ${people.super.accountId}`,
  )

const locked: Case = async (world) => {
  const user = await newUser(world)
  await world.database.run(sql`UPDATE accounts SET locked_at = now() WHERE id = ${user.userId}`)
  return { input: { ...user, active: true } }
}

/** A user that a directory manages. */
export async function managedUser(world: World) {
  const user = await newUser(world)
  const id = unique('con')
  await world.deps.prisma.identityProvider.create({
    data: { projectId: world.project, id, displayName: 'Directory', clientId: 'x', position: 1 },
  })
  await world.deps.prisma.provisioningConnection.create({
    data: {
      projectId: world.project,
      id,
      displayName: 'Directory',
      providerId: id,
      clientId: id,
      correlationClaim: 'sub',
      correlationAttribute: 'externalId',
    },
  })
  await world.database.run(sql`UPDATE accounts SET connection_id = ${id} WHERE id = ${user.userId}`)
  return { ...user, connectionId: id }
}

const managed =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    const { connectionId: _connection, ...user } = await managedUser(world)
    return { input: { ...user, ...fields } }
  }

const png = 'data:image/png;base64,AAAA'

/** How each refusal is reached: a call that must be refused with exactly this code. */
export const refusalCases: Cases = {
  scope_set: {
    team_not_available: async (world) => ({ input: { teamId: world.strangersTeam } }),
  },
  project_create: {
    address_form_not_allowed: newProject({ slug: undefined, host: 'id.acme.example' }, 'owner'),
    address_ambiguous: newProject({ host: 'id.acme.example' }),
    address_reserved: newProject({ slug: 'admin' }),
    already_exists: newProject({ slug: 'acme' }),
    mail_not_configured: withoutMail(newProject({ emailVerificationRequired: true })),
    password_login_required: newProject({ passwordLogin: false }),
    plan_limit: atPlanLimit('projects_per_administrator', newProject({}, 'owner')),
    team_not_available: async (world) => ({
      input: { name: 'Another', slug: unique('p'), teamId: world.strangersTeam },
      person: world.people.owner,
    }),
  },
  project_update: {
    mail_not_configured: withoutMail(async (world) => ({
      input: { projectId: world.project, emailVerificationRequired: true },
    })),
    password_login_required: async (world) => ({
      input: { projectId: world.project, passwordLogin: false },
    }),
    administrators_sign_up_unverified: async (world) => ({
      input: { projectId: world.administratorsProject, registrationOpen: true },
    }),
    own_address_unverified: async (world) => {
      await configureMail(world)
      const person = await anotherSuper(world)
      await world.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${person.accountId}`)
      return { person, input: { projectId: world.administratorsProject, emailVerificationRequired: true } }
    },
    administrators_locked_out: async (world) => {
      await addProvider(world, world.administratorsProject)
      return { input: { projectId: world.administratorsProject, passwordLogin: false } }
    },
  },
  project_address_change: {
    address_ambiguous: ofOwnProject({}),
    address_form_not_allowed: ofOwnProject({ host: 'id.acme.example' }, 'owner'),
    address_reserved: ofOwnProject({ slug: 'www' }),
    already_exists: ofOwnProject({ slug: 'foreign', confirm: true, expect: nothingDepends }),
    plan_limit: async (world) => {
      const one = await ownProject(world)
      const { id: planId } = await world.ok(world.people.super, 'plan_create', {
        ...plan(),
        features: { enterpriseSignIn: false, customSlug: false, customDomain: false },
      })
      await enforcePlans(world)
      await world.ok(world.people.super, 'project_plan_set', { ...one, planId })
      return { person: world.people.owner, input: { ...one, slug: unique('p') } }
    },
  },
  project_owner_change: {
    plan_limit: async (world) => {
      const one = await ownProject(world)
      const other = await makeAdministrator(world, `${unique('a')}@example.com`)
      const teamId = await makeTeam(world, 'Full', [
        [other.accountId, 'owner'],
        [world.people.owner.accountId, 'member'],
      ])
      const attempt = atPlanLimit('projects_per_administrator', async () => ({
        input: { ...one, teamId, confirm: true },
      }))
      return { ...(await attempt(world)), person: await signIn(world, world.people.owner.accountId) }
    },
    team_not_available: ofOwnProject({ teamId: 'team_unknown' }),
  },
  project_restore: {
    project_not_scheduled: ofOwnProject({}),
    destruction_under_way: async (world) => {
      const one = await ownProject(world)
      await world.ok(world.people.super, 'project_delete', one)
      await world.database.run(sql`UPDATE projects SET purge_started_at = now() WHERE id = ${one.projectId}`)
      return { input: one }
    },
  },
  client_create: {
    https_required: newApplication({ backchannelLogoutUri: 'http://app.example.com/logout' }),
    invalid_origin: newApplication({ corsOrigins: ['https://app.example.com', 'https://app.example.com/x'] }),
    invalid_value: newApplication({ redirectUris: ['http://app.example.com/'] }),
    logo_refused: newApplication({ logo: png }),
    plan_limit: atPlanLimit('applications_per_project', newApplication({})),
  },
  client_update: {
    https_required: changedApplication({ jwksUri: 'http://app.example.com/jwks' }),
    invalid_origin: changedApplication({ corsOrigins: ['*'] }),
    invalid_value: changedApplication({ redirectUris: ['https://app.example.com/#x'] }),
    logo_refused: changedApplication({ logo: png }),
    client_registered_dynamically: registered,
  },
  client_secret_rotate: {
    client_has_no_secret: async (world) => {
      const { clientId } = await world.ok(world.people.super, 'client_create', {
        projectId: world.project,
        ...application,
        tokenEndpointAuthMethod: 'none',
      })
      return { input: { projectId: world.project, clientId } }
    },
    client_registered_dynamically: registered,
  },
  client_delete: { client_registered_dynamically: registered },
  resource_declare: {
    already_exists: async (world) => {
      const first = api()
      await world.ok(world.people.super, 'resource_declare', { projectId: world.project, ...first })
      const identifier = first.identifier.replace(/\/$/, '')
      return { input: { projectId: world.project, ...first, identifier } }
    },
    identifier_refused: newApi({ identifier: 'HTTP://LOCALHOST:8080/%6dcp/' }),
    invalid_value: newApi({ scopeDescriptions: { 'orders.delete': { description: 'delete your orders' } } }),
    omnibus_scope: newApi({ scopes: ['orders.read', 'Full-Access'] }),
    plan_limit: atPlanLimit('apis_per_project', newApi({})),
    root_namespace: ofSystemTeam(async (world) => ({ projectId: world.defaultProject, ...api() })),
  },
  resource_update: {
    invalid_value: changedApi({ scopes: ['with space'] }),
    omnibus_scope: changedApi({ scopes: ['orders:*'] }),
    root_namespace: ofSystemTeam(rootApi),
  },
  resource_delete: { root_namespace: ofSystemTeam(rootApi) },
  project_group_create: {
    already_exists: async (world) => {
      const { displayName } = await world.ok(world.people.owner, 'project_group_get', await newGroup(world))
      return { input: { projectId: world.project, displayName: displayName.toUpperCase() } }
    },
  },
  project_group_update: {
    already_exists: async (world) => {
      const { displayName } = await world.ok(world.people.owner, 'project_group_get', await newGroup(world))
      return { input: { ...(await newGroup(world)), displayName: displayName.toUpperCase() } }
    },
    group_managed: managedGroup({ displayName: 'x' }),
  },
  project_group_delete: { group_managed: managedGroup({}) },
  project_group_member_add: { group_managed: managedGroup({ userIds: ['usr_x'] }) },
  project_group_member_remove: { group_managed: managedGroup({ userId: 'usr_x' }) },
  project_user_create: {
    claim_reserved: inviting({ claims: { sub: 'x' } }),
    email_taken: async (world) => {
      const email = `${unique('u')}@example.com`
      await world.ok(world.people.super, 'project_user_create', { projectId: world.project, email })
      return { input: { projectId: world.project, email: email.toUpperCase() } }
    },
    invalid_value: inviting({ email: 'no address' }),
    invite_with_password: inviting({ invite: true, password }),
    mail_not_configured: withoutMail(inviting({ invite: true })),
    password_sign_in_off: async (world) => {
      await world.database.run(
        sql`UPDATE projects SET password_login = false WHERE id = ${world.foreignProject}`,
      )
      return { input: { projectId: world.foreignProject, email: 'a@example.com', invite: true } }
    },
  },
  project_user_update: {
    claim_reserved: async (world) => ({ input: { ...(await newUser(world)), claims: { email: 'x' } } }),
    invalid_value: async (world) => ({
      input: { ...(await newUser(world)), profile: { locale: 'not a locale' } },
    }),
    last_super_administrator: lastSuper({ active: false }),
    user_locked: locked,
    user_managed: managed({ profile: { nickName: 'x' } }),
  },
  project_user_delete: {
    own_account: lastSuper({}),
    user_managed: managed({}),
  },
  project_user_email_change: {
    email_taken: async (world) => {
      const { email } = await world.ok(world.people.super, 'project_user_get', await newUser(world))
      return { input: { ...(await newUser(world)), email: email.toUpperCase() } }
    },
    invalid_value: async (world) => ({ input: { ...(await newUser(world)), email: 'a b@example.com' } }),
    own_email_locked: async (world) => {
      await requireVerification(world)
      const userId = world.people.super.accountId
      return { input: { projectId: world.administratorsProject, userId, email: 'new@example.com' } }
    },
    user_managed: managed({ email: 'new@example.com' }),
  },
  project_user_mark_verified: {
    already_verified: async (world) => {
      const user = await newUser(world)
      await world.ok(world.people.super, 'project_user_mark_verified', user)
      return { input: user }
    },
    user_managed: managed({}),
  },
  project_user_lock: {
    own_account: lastSuper({ reason: 'x' }),
    user_locked: async (world) => {
      const user = await newUser(world)
      await world.ok(world.people.super, 'project_user_lock', { ...user, reason: 'x' })
      return { input: { ...user, reason: 'again' } }
    },
  },
  project_user_unlock: {
    user_not_locked: async (world) => ({ input: await newUser(world) }),
  },
  project_user_sign_out: { own_account: lastSuper({}) },
  project_user_totp_clear: {
    authenticator_not_enrolled: async (world) => ({ input: await newUser(world) }),
    own_account: lastSuper({}),
  },
  project_user_application_sign_out: {
    not_signed_in: async (world) => ({
      input: { ...(await newUser(world)), clientId: await makeClient(place(world)) },
    }),
  },
  jwks_generate: { key_limit: ofSet('instance', fullSet, () => ({ alg: 'ES256' })) },
  jwks_rotate: { key_limit: ofSet('instance', fullSet, () => ({ alg: 'ES256' })) },
  jwks_promote: { key_not_promotable: ofSet('instance', signer, (kid) => ({ kid })) },
  jwks_retire: {
    confirm_mismatch: ofSet('instance', publishedKey, (kid) => ({ kid, confirm: 'another' })),
    key_signing: ofSet('instance', signer, (kid) => ({ kid, confirm: kid })),
  },
  jwks_revoke: {
    confirm_mismatch: ofSet('instance', publishedKey, (kid) => ({ kid })),
    key_revoked: ofSet('instance', revokedKey, (kid) => ({ kid, confirm: kid })),
  },
  project_key_list: { instance_keys: rootKeys({}) },
  project_key_generate: {
    instance_keys: rootKeys({ alg: 'ES256' }),
    key_limit: ofSet('project', fullSet, () => ({ alg: 'ES256' })),
  },
  project_key_rotate: {
    instance_keys: rootKeys({ alg: 'ES256' }),
    key_limit: ofSet('project', fullSet, () => ({ alg: 'ES256' })),
  },
  project_key_promote: {
    instance_keys: rootKeys({ kid: 'x' }),
    key_not_promotable: ofSet('project', signer, (kid) => ({ kid })),
  },
  project_key_retire: {
    instance_keys: rootKeys({ kid: 'x', confirm: 'x' }),
    confirm_mismatch: ofSet('project', publishedKey, (kid) => ({ kid })),
    key_signing: ofSet('project', signer, (kid) => ({ kid, confirm: kid })),
  },
  project_key_revoke: {
    instance_keys: rootKeys({ kid: 'x', confirm: 'x' }),
    confirm_mismatch: ofSet('project', publishedKey, (kid) => ({ kid, confirm: `${kid} ` })),
    key_revoked: ofSet('project', revokedKey, (kid) => ({ kid, confirm: kid })),
  },
  admin_create: { email_taken: async () => ({ input: { email: 'ROOT@example.com', password } }) },
  admin_update: {
    email_taken: async (world) => ({
      input: { adminId: await newAdministrator(world), email: 'Root@Example.com' },
    }),
    last_super_administrator: onOwnAccount({ active: false }),
    own_email_locked: async (world) => {
      const { accountId: adminId } = await anotherSuper(world)
      await requireVerification(world)
      return { person: await signIn(world, adminId), input: { adminId, email: 'new@example.com' } }
    },
  },
  admin_deactivate: { last_super_administrator: onOwnAccount({}) },
  admin_super_grant: {
    administrator_inactive: async (world) => {
      const adminId = await newAdministrator(world)
      await world.ok(world.people.super, 'admin_deactivate', { adminId })
      return { input: { adminId } }
    },
  },
  admin_super_withdraw: { last_super_administrator: onOwnAccount({}) },
  admin_sign_out: { own_account: onOwnAccount({}) },
  admin_totp_clear: {
    authenticator_not_enrolled: async (world) => ({ input: { adminId: await newAdministrator(world) } }),
    own_account: onOwnAccount({}),
  },
  plan_create: {
    already_exists: async (world) => ({
      input: await world
        .ok(world.people.super, 'plan_create', plan())
        .then(({ projects: _n, ...same }) => same),
    }),
  },
  plan_update: { plan_is_default: async () => ({ input: { planId: 'free', default: false } }) },
  plan_delete: {
    plan_is_default: async () => ({ input: { planId: 'free' } }),
    plan_in_use: async (world) => {
      const { id: planId } = await world.ok(world.people.super, 'plan_create', plan())
      await world.ok(world.people.super, 'project_plan_set', { projectId: world.foreignProject, planId })
      return { input: { planId } }
    },
  },
  project_plan_set: {
    system_project: async (world) => ({ input: { projectId: world.defaultProject, planId: 'free' } }),
  },
  settings_update: {
    settings_combination: async () => ({ input: { 'registrationManagement.enabled': true } }),
  },
  team_create: { plan_limit: atTeamLimit(async () => ({ input: { name: 'One more' } })) },
  team_update: { system_team: onTeam('superTeam', { name: 'x' }) },
  team_delete: {
    personal_team: onTeam('personal', {}),
    system_team: onTeam('superTeam', {}),
    team_owns_projects: onTeam('team', {}),
  },
  team_member_add: {
    already_member: async (world) => ({
      input: { teamId: world.team, userId: world.people.member.accountId, role: 'owner' },
    }),
    personal_team: onTeam('personal', { userId: 'usr_x', role: 'member' }),
    plan_limit: atTeamLimit(async (world, { accountId }) => ({
      person: world.people.super,
      input: { teamId: world.team, userId: accountId, role: 'owner' },
    })),
    system_team: onTeam('superTeam', { userId: 'usr_x', role: 'member' }),
  },
  team_member_update: {
    last_owner: async (world) => ({
      input: { teamId: world.team, userId: world.people.owner.accountId, role: 'member' },
    }),
    personal_team: onTeam('personal', { userId: 'usr_x', role: 'member' }),
    plan_limit: atTeamLimit(async (world, { accountId: userId }) => {
      await world.ok(world.people.super, 'team_member_add', { teamId: world.team, userId, role: 'member' })
      return { person: world.people.super, input: { teamId: world.team, userId, role: 'owner' } }
    }),
    system_team: onTeam('superTeam', { userId: 'usr_x', role: 'member' }),
  },
  team_member_remove: {
    last_owner: async (world) => ({
      input: { teamId: world.team, userId: world.people.owner.accountId },
    }),
    personal_team: onTeam('personal', { userId: 'usr_x' }),
    system_team: onTeam('superTeam', { userId: 'usr_x' }),
  },
  audit_list: {
    audit_prefix_ambiguous: async () => ({ input: { actionPrefix: 'p' } }),
  },
}

export const configureMail = async ({ database }: World): Promise<unknown> =>
  database.run(sql`
    INSERT INTO smtp_settings (host, port, secure, username, from_name, from_email)
    VALUES ('127.0.0.1', 1, false, '', 'Signet', 'no-reply@example.com') ON CONFLICT DO NOTHING`)

export async function addProvider({ deps }: World, projectId: string): Promise<string> {
  const id = unique('idp')
  await deps.prisma.identityProvider.create({
    data: {
      projectId,
      id,
      displayName: 'Upstream',
      clientId: 'x',
      issuer: 'https://up.example',
      position: 1,
    },
  })
  return id
}

/**
 * Refusals that a served operation declares and no case reaches yet, each with what has to exist first. A test keeps
 * the list true: what has a case, or is not declared any more, may not stand here.
 */
export const notYetReached: { readonly [N in OperationName]?: readonly ErrorCode[] } = {
  // The schema of the field lists exactly the algorithms a key can be made for.
  project_key_generate: ['algorithm_unsupported'],
  project_key_rotate: ['algorithm_unsupported'],
  // Whoever could meet these does not hold the flag: can.changeAddress, can.move and can.delete are false already, and
  // only a change between the two looks meets them.
  project_address_change: ['address_has_dependents', 'root_address_fixed'],
  project_owner_change: ['reserved_project'],
  project_delete: ['reserved_project'],
  client_create: ['client_metadata_refused'],
  client_update: ['client_metadata_refused', 'client_reserved'],
  client_secret_rotate: ['client_reserved'],
  client_delete: ['client_reserved'],
  project_user_password_reset: ['invalid_value'],
  // Only a super administrator reaches this project, and for their own account another refusal comes first: the last
  // one is met only in a race.
  project_user_delete: ['last_super_administrator'],
  project_user_lock: ['last_super_administrator'],
}
