import type { ErrorCode, OperationName } from '@signet/contracts'
import { sql } from '@signet/db'
import {
  addProvider,
  anotherSuper,
  atPlanLimit,
  atTeamLimit,
  type Case,
  changedApi,
  changedApplication,
  configureMail,
  enforcePlans,
  fullSet,
  inviting,
  lastSuper,
  locked,
  managed,
  managedGroup,
  newApi,
  newApplication,
  newGroup,
  newProject,
  newUser,
  nothingDepends,
  ofOwnProject,
  ofSet,
  ofSystemTeam,
  onOwnAccount,
  onTeam,
  place,
  png,
  registered,
  requireVerification,
  revokedKey,
  rootApi,
  rootKeys,
  signer,
  underDestruction,
  withoutMail,
} from './attempts.ts'
import { errorReport } from './faults.ts'
import { makeAdministrator, signIn } from './people.ts'
import {
  api,
  application,
  makeClient,
  newAdministrator,
  ownProject,
  plan,
  publishedKey,
  unique,
} from './samples.ts'
import { makeTeam, password } from './world.ts'

type Cases = { readonly [N in OperationName]?: { readonly [C in ErrorCode]?: Case } }

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
    destruction_under_way: underDestruction,
  },
  project_purge: {
    project_not_scheduled: ofOwnProject({}),
    destruction_under_way: underDestruction,
  },
  errorreport_settings_update: {
    error_store_off: async (world) => {
      await world.database.run(sql`DELETE FROM settings WHERE key = 'errorreport.enabled'`)
      await world.ok(world.people.super, 'settings_update', { 'errorStore.enabled': false })
      return { input: errorReport() }
    },
    invalid_value: async () => ({ input: { enabled: false, dsn: 'https://errors.acme.example/1' } }),
  },
  error_by_reference: {
    reference_unknown: async () => ({ input: { reference: 'err_0000000000000000' } }),
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
    last_owner: async (world) => ({
      input: { projectId: world.administratorsProject, userId: world.people.stranger.accountId },
    }),
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
  agent_client_permit: {
    already_exists: async () => ({ input: { clientId: 'signet-agent', name: 'Again' } }),
    invalid_value: async () => ({ input: { clientId: 'https://agent.example.com', name: 'No path' } }),
  },
  agent_client_withdraw: {
    agent_client_reserved: async (world) => {
      const { clients } = await world.ok(world.people.super, 'agent_client_list', {})
      return { input: { entryId: clients.find(({ reserved }) => reserved)?.id } }
    },
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
