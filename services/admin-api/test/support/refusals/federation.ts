import { sql } from '@signet/db'
import { type Case, manage, newUser, requireVerification } from '../attempts.ts'
import { connection, link, movedUser, provider, upstream, withoutEnterpriseSignIn } from '../directories.ts'
import { newAdministrator, unique } from '../things.ts'
import type { World } from '../world.ts'
import type { Cases } from './index.ts'

const home = (world: World) => ({ world, projectId: world.project })

const adding =
  (fields: Record<string, unknown>): Case =>
  async (world) => ({ input: { projectId: world.project, ...upstream(), ...fields } })

const changing =
  (fields: Record<string, unknown>): Case =>
  async (world) => ({ input: { ...(await provider(home(world))), ...fields } })

const bound =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    const one = await connection(home(world))
    const { providerId } = await world.ok(world.people.super, 'provisioning_connection_get', one)
    return { input: { projectId: world.project, providerId, ...fields } }
  }

const onlySignInMethod =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    const { database, foreignProject: projectId } = world
    await database.run(sql`UPDATE identity_providers SET enabled = false WHERE project_id = ${projectId}`)
    const one = await provider({ world, projectId })
    await database.run(sql`UPDATE projects SET password_login = false WHERE id = ${projectId}`)
    return { input: { ...one, ...fields } }
  }

/** The administrators' project has no passwords, and a super administrator only this link. */
async function administratorsProvider(world: World) {
  const { database, prisma, administratorsProject: projectId } = world
  await database.run(sql`DELETE FROM identity_providers WHERE project_id = ${projectId}`)
  const [providerId, otherId] = [unique('idp'), unique('idp')]
  for (const id of [providerId, otherId])
    await prisma.identityProvider.create({
      data: { projectId, id, displayName: id, clientId: 'x', issuer: 'https://up.example', position: 0 },
    })
  const accountId = await newAdministrator(world)
  await world.ok(world.people.super, 'admin_super_grant', { adminId: accountId })
  await link(world, { projectId, providerId, accountId })
  await database.run(sql`UPDATE projects SET password_login = false WHERE id = ${projectId}`)
  return { projectId, providerId, userId: accountId }
}

/** The redirect address of the provider belongs to a provider of the administrators' project. */
const enablingWithoutAddress: Case = async (world) => {
  const { database, prisma, administratorsProject, defaultProject } = world
  const { providerId } = await provider({ world, projectId: defaultProject })
  await database.run(sql`
    UPDATE identity_providers SET root_id = NULL, enabled = false WHERE project_id = ${defaultProject} AND id = ${providerId}`)
  await prisma.identityProvider.create({
    data: {
      projectId: administratorsProject,
      id: providerId,
      displayName: providerId,
      clientId: 'x',
      issuer: 'https://up.example',
      position: 0,
    },
  })
  return { input: { projectId: defaultProject, providerId, enabled: true } }
}

const lockingOut =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    const { userId: _user, ...one } = await administratorsProvider(world)
    return { input: { ...one, ...fields, confirm: true } }
  }

export const federation: Cases = {
  federation_provider_create: {
    already_exists: async (world) => {
      const { projectId, providerId } = await provider(home(world))
      return { input: { projectId, ...upstream(), id: providerId } }
    },
    invalid_value: adding({ catalogueId: 'nobody' }),
    plan_limit: withoutEnterpriseSignIn(adding({})),
    provider_incomplete: adding({ catalogueId: 'entra', issuer: undefined }),
  },
  federation_provider_update: {
    administrators_locked_out: lockingOut({ enabled: false }),
    already_exists: enablingWithoutAddress,
    invalid_value: changing({ issuer: 'http://idp.example.com' }),
    password_login_required: onlySignInMethod({ enabled: false }),
    provider_bound: bound({ provisioning: 'jit' }),
    provider_incomplete: async (world) => {
      const { id } = await world.ok(world.people.super, 'federation_provider_create', {
        projectId: world.project,
        catalogueId: 'google',
        clientId: 'x',
        enabled: false,
      })
      return { input: { projectId: world.project, providerId: id, enabled: true } }
    },
  },
  federation_provider_certificate_renew: {
    invalid_value: async (world) => ({ input: await provider(home(world)) }),
  },
  federation_provider_move: {
    provider_at_end: async (world) => {
      const { providers } = await world.ok(world.people.super, 'federation_provider_list', {
        projectId: (await provider(home(world))).projectId,
      })
      return { input: { projectId: world.project, providerId: providers[0]?.id, direction: 'up' } }
    },
  },
  federation_provider_delete: {
    administrators_locked_out: lockingOut({}),
    password_login_required: onlySignInMethod({}),
    provider_bound: bound({}),
  },
  federation_provider_try: {
    federation_off: async (world) => {
      const one = await provider(home(world))
      await world.database.run(
        sql`INSERT INTO settings (key, value) VALUES ('federation.enabled', 'false'::jsonb) ON CONFLICT DO NOTHING`,
      )
      return { input: one }
    },
    provider_incomplete: async (world) => {
      await world.database.run(sql`DELETE FROM settings WHERE key = 'federation.enabled'`)
      const { id } = await world.ok(world.people.super, 'federation_provider_create', {
        projectId: world.project,
        catalogueId: 'apple',
        clientId: 'x',
        enabled: false,
      })
      return { input: { projectId: world.project, providerId: id } }
    },
  },
  federation_identity_delete: {
    administrators_locked_out: async (world) => ({ input: await administratorsProvider(world) }),
  },
  federation_identity_address_adopt: {
    email_taken: async (world) => {
      const { email } = await world.ok(world.people.super, 'project_user_get', await newUser(world))
      return { input: await movedUser(home(world), { email: email.toUpperCase(), proven: true }) }
    },
    invalid_value: async (world) => ({
      input: await movedUser(home(world), { email: 'a"b@example.com', proven: true }),
    }),
    own_email_locked: async (world) => {
      await requireVerification(world)
      const { accountId: userId } = world.people.super
      return { input: { projectId: world.administratorsProject, userId, providerId: 'corp' } }
    },
    user_managed: async (world) => {
      const input = await movedUser(home(world))
      await manage(world, input)
      return { input }
    },
  },
}
