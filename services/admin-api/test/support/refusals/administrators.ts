import { sql } from '@signet/db'
import { anotherSuper, manage, onOwnAccount, requireVerification } from '../attempts.ts'
import { signIn } from '../people.ts'
import { newAdministrator } from '../things.ts'
import { password } from '../world.ts'
import type { Cases } from './index.ts'

export const administrators: Cases = {
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
    user_locked: async (world) => {
      const adminId = await newAdministrator(world)
      await world.database.run(sql`UPDATE accounts SET locked_at = now() WHERE id = ${adminId}`)
      return { input: { adminId, active: true } }
    },
    user_managed: async (world) => {
      const adminId = await newAdministrator(world)
      await manage(world, { projectId: world.administratorsProject, userId: adminId })
      return { input: { adminId, email: 'new@example.com' } }
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
}
