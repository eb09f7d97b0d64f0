import type { OperationName } from '@signet/contracts'
import { sql } from '@signet/db'
import { mailLimits } from '@signet/mail'
import { digest } from '@signet/secrets'
import { ageRecipient } from '../age.ts'
import {
  type Case,
  inviting,
  lastSuper,
  leftAlone,
  locked,
  managed,
  newUser,
  place,
  refusedByMailServer,
  requireVerification,
  withMail,
  withoutMail,
} from '../attempts.ts'
import { lastPasskey } from '../passkeys.ts'
import { makeClient, unique } from '../things.ts'
import { password } from '../world.ts'
import type { Cases } from './index.ts'

const aUser: Case = async (world) => ({ input: await newUser(world) })

/** A message of this kind was sent to the same account. */
const sentBefore = (
  name: 'project_user_invite' | 'project_user_passkey_invite' | 'project_user_verification_send',
): Case =>
  withMail(async (world) => {
    const user = await newUser(world)
    await world.ok(world.people.super, name, user)
    return { input: user }
  })

const endings = {
  last_owner: async (world) => ({
    input: { projectId: world.administratorsProject, userId: world.people.stranger.accountId },
  }),
  last_super_administrator: leftAlone({}),
  own_account: lastSuper({}),
  user_managed: managed({}),
} as const satisfies Cases[OperationName]

export const users: Cases = {
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
    sent_recently: withMail(async (world) => {
      const email = `${unique('u')}@example.com`
      await world.database.run(sql`
        INSERT INTO throttles (bucket, key, count, window_started_at, expires_at)
        VALUES ('mail to address an hour', ${digest(email)}, ${mailLimits.toAddressPerHour}, now(), now() + interval '1 hour')`)
      return { input: { projectId: world.project, email, invite: true } }
    }),
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
  project_user_delete: endings,
  project_user_erase: endings,
  project_user_export: {
    fresh_sign_in_required: async (world) => ({
      input: { projectId: world.project, recipient: ageRecipient },
    }),
    invalid_value: async (world) => ({ input: { projectId: world.project, recipient: 'age1x' } }),
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
  project_user_invite: {
    mail_not_configured: withoutMail(aUser),
    mail_refused: refusedByMailServer(aUser),
    password_sign_in_off: withMail(async (world) => {
      const projectId = world.foreignProject
      await world.database.run(sql`UPDATE projects SET password_login = true WHERE id = ${projectId}`)
      const { id: userId } = await world.ok(world.people.super, 'project_user_create', {
        projectId,
        email: `${unique('u')}@example.com`,
      })
      await world.database.run(sql`UPDATE projects SET password_login = false WHERE id = ${projectId}`)
      return { input: { projectId, userId } }
    }),
    sent_recently: sentBefore('project_user_invite'),
    user_deactivated: withMail(async (world) => {
      const user = await newUser(world)
      await world.ok(world.people.super, 'project_user_update', { ...user, active: false })
      return { input: user }
    }),
    user_locked: withMail(async (world) => {
      const user = await newUser(world)
      await world.ok(world.people.super, 'project_user_lock', { ...user, reason: 'x' })
      return { input: user }
    }),
    user_managed: withMail(managed({})),
  },
  project_user_passkey_invite: {
    mail_not_configured: withoutMail(aUser),
    mail_refused: refusedByMailServer(aUser),
    passkeys_off: withMail(async (world) => {
      const user = await newUser(world)
      await world.database.run(sql`UPDATE projects SET passkeys = 'off' WHERE id = ${user.projectId}`)
      return { input: user }
    }),
    second_factor_enrolled: withMail(async (world) => {
      const user = await newUser(world)
      await world.database.run(sql`UPDATE projects SET passkeys = 'allowed' WHERE id = ${user.projectId}`)
      await world.database.run(sql`UPDATE accounts SET totp_enrolled_at = now() WHERE id = ${user.userId}`)
      return { input: user }
    }),
    sent_recently: sentBefore('project_user_passkey_invite'),
    user_deactivated: withMail(async (world) => {
      const user = await newUser(world)
      await world.ok(world.people.super, 'project_user_update', { ...user, active: false })
      return { input: user }
    }),
    user_locked: withMail(async (world) => {
      const user = await newUser(world)
      await world.ok(world.people.super, 'project_user_lock', { ...user, reason: 'x' })
      return { input: user }
    }),
  },
  project_user_verification_send: {
    already_verified: withMail(async (world) => {
      const user = await newUser(world)
      await world.ok(world.people.super, 'project_user_mark_verified', user)
      return { input: user }
    }),
    mail_not_configured: withoutMail(aUser),
    mail_refused: refusedByMailServer(aUser),
    sent_recently: sentBefore('project_user_verification_send'),
  },
  project_user_mark_verified: {
    already_verified: async (world) => {
      const user = await newUser(world)
      await world.ok(world.people.super, 'project_user_mark_verified', user)
      return { input: user }
    },
    user_managed: managed({}),
  },
  project_user_password_reset: {
    // The minimum length is larger for a password of an administrator.
    invalid_value: async (world) => ({
      input: {
        projectId: world.administratorsProject,
        userId: world.people.stranger.accountId,
        password: 'elevenchars',
      },
    }),
  },
  project_user_lock: {
    last_super_administrator: leftAlone({ reason: 'x' }),
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
  project_user_passkey_delete: {
    administrators_locked_out: async (world) => ({ input: await lastPasskey(world) }),
    own_account: lastSuper({ passkeyId: 'psk_1' }),
  },
  project_user_recovery_codes_delete: { own_account: lastSuper({}) },
  project_user_application_sign_out: {
    not_signed_in: async (world) => ({
      input: { ...(await newUser(world)), clientId: await makeClient(place(world)) },
    }),
  },
}
