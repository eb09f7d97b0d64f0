import type { OperationName, Operations, PreviewOf } from '@signet/contracts'
import { sql } from '@signet/db'
import { keptSecret, suspendedAgent, waitingAgent, waitingApproval } from './approvals.ts'
import { configureMail } from './attempts.ts'
import { addFault, errorReport } from './faults.ts'
import { archivePart, movingProject, otherIssuer } from './moves.ts'
import { addPasskey, addRecoveryCodes, importedPasskey } from './passkeys.ts'
import { federation } from './samples/federation.ts'
import { labels } from './samples/labels.ts'
import { provisioning } from './samples/provisioning.ts'
import {
  administrator,
  agentClient,
  api,
  application,
  client,
  confirmed,
  emptyTeam,
  enrolled,
  freshAlgorithm,
  group,
  groupMember,
  inProject,
  instanceSet,
  inTeam,
  invitation,
  madePlan,
  makeClient,
  makeUser,
  newAdministrator,
  newLogo,
  nothing,
  ownProject,
  type Place,
  permitted,
  personalTeam,
  plan,
  publishedKey,
  resource,
  type Sample,
  serviceAccount,
  signedIn,
  signingKey,
  smtp,
  storedServiceAccount,
  teamMember,
  unique,
  user,
  users,
} from './things.ts'
import { makeTeam, password } from './world.ts'

type AddressPreview = PreviewOf<Operations['project_address_change']>
type ErasurePreview = PreviewOf<Operations['project_user_erase']>

/** Mail is configured, and no earlier message was sent. */
const mailed =
  <Input>(sample: (place: Place) => Promise<Input>) =>
  async (place: Place): Promise<Input> => {
    await configureMail(place.world)
    await place.world.database.run(sql`DELETE FROM throttles`)
    return sample(place)
  }

/** Pending call of an agent of the super administrator. */
const waiting = async ({ world }: Place) => ({
  approvalId: await waitingApproval(world, world.people.super.accountId),
})

/** Secret of a call by an agent of the super administrator. */
const revealed = async ({ world }: Place) => ({
  revealId: await keptSecret(world, world.people.super.accountId),
})

async function fileWithNewGroup({ world, projectId }: Place): Promise<Record<string, unknown>> {
  const { file } = await world.ok(world.people.super, 'project_file_get', { projectId })
  return { version: 1, groups: { ...(file.groups as object), [unique('group ')]: {} } }
}

const aMail = async ({ projectId }: Place) => ({ projectId, kind: 'reset' as const, language: 'de' as const })

const mailTexts = (projectId: string) => ({
  projectId,
  kind: 'reset' as const,
  language: 'de' as const,
  subject: 'Neues Passwort für {{projectName}}',
  intro: 'Hallo {{userName}}, hier ist Ihr Link für {{projectName}}.',
  button: null,
})

/** The project throttles no test. */
async function withHook({ world, projectId }: Place) {
  const url = `https://${unique('old-')}.invalid/`
  await world.ok(world.people.super, 'project_migration_hook_set', { projectId, url })
  await world.database.run(sql`DELETE FROM throttles`)
  return { projectId }
}

async function withApprovalWebhook({ world }: Place) {
  const url = `https://${unique('chat-')}.invalid/`
  await world.ok(world.people.super, 'approval_webhook_set', { url })
  await world.database.run(sql`DELETE FROM throttles`)
  return {}
}

export async function planned({ world, projectId }: Place, file: Record<string, unknown>) {
  const { digest } = await world.ok(world.people.super, 'project_file_plan', { projectId, file })
  return { projectId, file, digest }
}

/** bcrypt hash of `correct horse`, by glibc. */
export const bcryptOfPassword = '$2b$10$N9qo8uLOickgx2ZMRZoMye7hLCKuEIm4BcKHuoCJsBy/5Q0NErxWS'

/** Differs in each call. */
let limit = 1_000
const nextLimit = () => {
  limit += 1
  return limit
}

/**
 * Valid calls of each served operation, on objects of their own. The laws run every operation with them, and fail for a served
 * operation without a sample.
 */
export const samples: { readonly [N in OperationName]?: Sample<N> } = {
  ...federation,
  ...labels,
  ...provisioning,
  whoami: nothing,
  own_verification_send: mailed(async ({ world }) => {
    await world.database.run(
      sql`UPDATE accounts SET email_verified = false WHERE id = ${world.people.super.accountId}`,
    )
    return {}
  }),
  own_session_list: nothing,
  own_session_end: async ({ world }) => {
    const elsewhere = await world.signIn(world.people.super)
    const { sessions } = await world.ok(elsewhere, 'own_session_list', {})
    return { sessionId: sessions.find(({ current }) => current)?.id ?? '' }
  },
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
    return { ...input, confirm: true, expect: (body as AddressPreview).expect }
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
  project_sign_in_test_start: inProject,
  project_sign_in_test_finish: async ({ world, projectId }) => {
    const { clientId } = await world.ok(world.people.super, 'project_sign_in_test_start', { projectId })
    return { projectId, clientId, codeVerifier: 'v'.repeat(43), nonce: 'n'.repeat(16) }
  },
  project_summary_get: inProject,
  project_file_get: inProject,
  project_file_plan: async (place) => ({ projectId: place.projectId, file: await fileWithNewGroup(place) }),
  project_file_apply: async (place) => planned(place, await fileWithNewGroup(place)),
  project_activity_get: inProject,
  project_sign_in_count_get: inProject,
  activity_overview: nothing,
  sign_in_overview_get: nothing,
  client_list: inProject,
  client_error_list: client,
  client_grant_count_get: client,
  client_get: client,
  client_logout_test: async (place) => {
    const { projectId, clientId } = await client(place)
    const backchannelLogoutUri = 'https://app.invalid/logout'
    await place.world.ok(place.world.people.super, 'client_update', {
      projectId,
      clientId,
      backchannelLogoutUri,
    })
    return { projectId, clientId }
  },
  client_token_preview: async (place) => ({ ...(await client(place)), ...(await user(place)) }),
  client_create: async ({ projectId }) => ({ projectId, ...application }),
  client_import: async ({ projectId }) => ({ projectId, ...application, clientId: unique('legacy-') }),
  client_update: async (place) => ({ ...(await client(place)), clientName: 'Renamed' }),
  client_secret_rotate: client,
  client_previous_secret_revoke: async (place) => {
    const input = await client(place)
    await place.world.ok(place.world.people.super, 'client_secret_rotate', {
      ...input,
      keepPreviousForHours: 1,
    })
    return input
  },
  client_delete: client,
  resource_list: inProject,
  resource_get: resource,
  resource_declare: async ({ projectId }) => ({ projectId, ...api() }),
  resource_update: async (place) => ({
    ...(await resource(place)),
    scopes: ['orders.read'],
    accessTokenTTL: 600,
  }),
  resource_vouching_check: resource,
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
  project_user_data_export: user,
  project_user_erase: async (place) => {
    const input = await user(place)
    const { body } = await place.world.call(place.world.people.super, 'project_user_erase', input)
    return { ...input, confirm: true, expect: (body as ErasurePreview).expect }
  },
  project_user_email_change: async (place) => ({
    ...(await user(place)),
    email: `${unique('e')}@example.com`,
  }),
  project_user_mark_verified: user,
  project_user_invite: mailed(user),
  project_user_passkey_invite: mailed(user),
  project_user_verification_send: mailed(user),
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
  project_user_passkey_list: user,
  project_user_passkey_delete: async (place) => {
    const one = await user(place)
    return {
      ...one,
      passkeyId: await addPasskey(place.world, { projectId: one.projectId, accountId: one.userId }),
    }
  },
  project_user_recovery_codes_delete: async (place) => {
    const one = await user(place)
    await addRecoveryCodes(place.world, { projectId: one.projectId, accountId: one.userId })
    return one
  },
  project_user_application_sign_out: async (place) => {
    const clientId = await makeClient(place)
    return { ...(await signedIn(place, await user(place), clientId)), clientId }
  },
  project_user_export: inProject,
  project_user_import: async ({ projectId }) => ({
    projectId,
    users: [
      {
        email: `${unique('u')}@example.com`,
        emailVerified: true,
        passwordHash: bcryptOfPassword,
        passkeys: [importedPasskey()],
      },
    ],
  }),
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
  secret_reveal_get: revealed,
  secret_reveal_open: revealed,
  search: async () => ({ q: 'acme' }),
  approval_list: nothing,
  approval_get: waiting,
  approval_state_get: waiting,
  approval_approve: waiting,
  approval_refuse: async (place) => ({ ...(await waiting(place)), note: 'Not today' }),
  approval_refuse_all: async ({ world }) => ({
    approvalId: await waitingApproval(world, world.people.super.accountId, { clientId: unique('agent-') }),
  }),
  agent_suspension_list: nothing,
  agent_suspension_end: async ({ world }) => ({
    suspensionId: await suspendedAgent(world, world.people.super.accountId),
  }),
  project_account_deletion_get: inProject,
  project_client_registration_get: inProject,
  project_logo_get: inProject,
  project_logo_set: async ({ projectId }) => ({ projectId, logo: newLogo() }),
  project_mail_text_list: inProject,
  project_mail_text_get: aMail,
  project_mail_text_set: async ({ projectId }) => ({
    ...mailTexts(projectId),
    subject: `${unique('Password ')} of {{projectName}}`,
  }),
  project_mail_text_reset: async (place) => {
    const { projectId } = place
    await place.world.ok(place.world.people.super, 'project_mail_text_set', mailTexts(projectId))
    return aMail(place)
  },
  project_mail_text_preview: async ({ projectId }) => mailTexts(projectId),
  project_mail_text_test: async ({ world, projectId }) => {
    await world.database.run(sql`DELETE FROM throttles WHERE bucket = 'mail text test'`)
    return mailTexts(projectId)
  },
  project_migration_hook_get: inProject,
  project_migration_hook_set: async ({ projectId }) => ({
    projectId,
    url: `https://${unique('old-')}.invalid/`,
  }),
  project_migration_hook_test: withHook,
  project_move_get: inProject,
  project_move_set: async ({ projectId }) => ({ projectId, ...otherIssuer() }),
  project_move_import: async ({ world }) => {
    const { projectId, recipient } = await movingProject(world)
    const users = [{ email: `${unique('moved-')}@example.com` }]
    return { projectId, sealedPart: await archivePart(recipient, { users }) }
  },
  project_account_deletion_set: async ({ projectId }) => ({ projectId, allowed: true }),
  project_client_registration_update: async ({ projectId }) => ({ projectId, registration: 'open' }),
  project_registration_token_create: async ({ projectId }) => ({ projectId, days: 7 }),
  project_registration_token_revoke: inProject,
  service_account_list: nothing,
  service_account_get: storedServiceAccount,
  service_account_create: async ({ teamId }) => ({ teamId, ...serviceAccount() }),
  service_account_update: async (place) => ({ ...(await storedServiceAccount(place)), role: 'viewer' }),
  service_account_delete: storedServiceAccount,
  agent_client_list: nothing,
  agent_client_get: permitted,
  agent_client_permit: async () => agentClient(),
  agent_client_update: async (place) => ({ ...(await permitted(place)), keyProof: 'dpop' }),
  agent_client_withdraw: permitted,
  approval_webhook_get: nothing,
  approval_webhook_set: async () => ({ url: `https://${unique('chat-')}.invalid/` }),
  approval_webhook_secret_rotate: withApprovalWebhook,
  approval_webhook_test: withApprovalWebhook,
  agent_request_list: nothing,
  agent_request_decline: async ({ world }) => ({ requestId: await waitingAgent(world) }),
  jwks_list: nothing,
  jwks_generate: async ({ world }) => ({ alg: await freshAlgorithm(world, instanceSet) }),
  jwks_promote: async ({ world }) => ({ kid: await publishedKey(world, instanceSet) }),
  jwks_demote: async ({ world }) => ({ kid: await signingKey(world, instanceSet) }),
  jwks_rotate: async ({ world }) => ({ alg: await freshAlgorithm(world, instanceSet) }),
  jwks_retire: async ({ world }) => confirmed(await publishedKey(world, instanceSet)),
  jwks_revoke: async ({ world }) => confirmed(await publishedKey(world, instanceSet)),
  project_key_list: inProject,
  project_key_ready_list: nothing,
  project_sign_in_access_list: nothing,
  project_authenticator_list: async ({ projectId }) => ({ projectId }),
  project_key_generate: async ({ world, projectId }) => ({
    projectId,
    alg: await freshAlgorithm(world, projectId),
  }),
  project_key_promote: async ({ world, projectId }) => ({
    projectId,
    kid: await publishedKey(world, projectId),
  }),
  project_key_demote: async ({ world, projectId }) => ({
    projectId,
    kid: await signingKey(world, projectId),
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
  admin_get: administrator,
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
  plan_get: madePlan,
  plan_create: async () => plan(),
  plan_update: async (place) => ({ ...(await madePlan(place)), limits: { apisPerProject: 7 } }),
  plan_delete: madePlan,
  project_plan_set: async (place) => ({ projectId: place.projectId, ...(await madePlan(place)) }),
  smtp_settings_get: nothing,
  smtp_settings_test: mailed(nothing),
  smtp_settings_update: async () => smtp(),
  errorreport_settings_get: nothing,
  errorreport_settings_update: async () => errorReport(),
  settings_get: nothing,
  settings_update: async () => ({ 'plans.regularTeamsPerAdministrator': nextLimit() }),
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
  team_invitation_attention_list: nothing,
  team_invitation_list: inTeam,
  team_invite: mailed(async ({ teamId }) => ({
    teamId,
    email: `${unique('i')}@example.com`,
    role: 'member',
  })),
  team_invitation_revoke: async (place) => ({ teamId: place.teamId, inviteId: await invitation(place) }),
}
