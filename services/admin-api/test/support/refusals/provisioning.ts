import { sql } from '@signet/db'
import { addProvider, type Case, managed, managedGroup, newGroup, newUser } from '../attempts.ts'
import {
  connection,
  credentialed,
  heldConnection,
  provider,
  withoutEnterpriseSignIn,
} from '../directories.ts'
import { makeUser, ownProject, unique } from '../things.ts'
import type { World } from '../world.ts'
import type { Cases } from './index.ts'

const home = (world: World) => ({ world, projectId: world.project })

const issuing =
  (fields: Record<string, unknown>): Case =>
  async (world) => ({ input: { ...(await connection(home(world))), ...fields } })

const setting =
  (key: string, value: unknown, attempt: Case): Case =>
  async (world) => {
    await world.database.run(sql`
      INSERT INTO settings (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
      ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`)
    return attempt(world)
  }

const symmetric = { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] }

const toNewConnection =
  (attempt: Case): Case =>
  async (world) => {
    const { connectionId } = await connection(home(world))
    const { input } = await attempt(world)
    return { input: { ...input, connectionId } }
  }

export const provisioning: Cases = {
  provisioning_connection_create: {
    invalid_value: async (world) => ({
      input: { projectId: world.project, displayName: 'Directory', providerId: 'idp_nobody' },
    }),
    plan_limit: withoutEnterpriseSignIn(async (world) => ({
      input: { projectId: world.project, displayName: 'Directory', providerId: 'idp_nobody' },
    })),
    provider_already_bound: async (world) => {
      const one = { ...(await provider(home(world))), displayName: 'Directory' }
      await world.ok(world.people.super, 'provisioning_connection_create', one)
      return { input: one }
    },
  },
  provisioning_connection_update: {
    threshold_held: async (world) => ({
      input: { ...(await heldConnection(home(world))), threshold: null },
    }),
  },
  provisioning_connection_release: { connection_not_held: issuing({}) },
  provisioning_connection_delete: {
    connection_manages_users: async (world) => {
      const one = await connection(home(world))
      const userId = await makeUser({ ...home(world), teamId: world.team })
      await world.ok(world.people.super, 'project_user_assign_connection', { ...one, userId })
      return { input: one }
    },
  },
  provisioning_users_adopt: {
    already_exists: async (world) => {
      const at = await connection(home(world))
      await world.database.run(sql`
        UPDATE provisioning_connections SET correlation_claim = 'sub', correlation_attribute = 'externalId'
        WHERE id = ${at.connectionId}`)
      for (const issuer of ['https://one.example', 'https://two.example'])
        await world.database.run(sql`
          INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
          SELECT project_id, provider_id, ${issuer}, 'shared', ${(await newUser(world)).userId}
          FROM provisioning_connections WHERE id = ${at.connectionId}`)
      return { input: { ...at, linked: true } }
    },
  },
  provisioning_users_hand_over: {
    invalid_value: async (world) => {
      const at = await connection(home(world))
      return { input: { ...at, toConnectionId: at.connectionId } }
    },
  },
  provisioning_users_purge: {
    own_account: async (world) => {
      const projectId = world.administratorsProject
      const at = { projectId, connectionId: unique('con_') }
      await world.database.run(sql`
        INSERT INTO provisioning_connections (project_id, id, display_name, provider_id, client_id, correlation_claim,
          correlation_attribute)
        VALUES (${projectId}, ${at.connectionId}, 'Staff', ${await addProvider(world, projectId)}, ${unique('cli_')}, 'sub',
          'externalId')`)
      await world.database.run(sql`
        UPDATE accounts SET connection_id = ${at.connectionId}
        WHERE project_id = ${projectId} AND id = ${world.people.super.accountId}`)
      return { person: world.people.super, input: at }
    },
  },
  provisioning_credential_issue: {
    credential_material: issuing({ kind: 'key', jwks: symmetric }),
    https_required: issuing({ kind: 'key', jwksUri: 'http://directory.example.com/jwks' }),
    no_scim_address: async (world) => {
      const { projectId } = await ownProject(world)
      const one = await connection({ world, projectId })
      await world.database.run(sql`UPDATE projects SET address_form = 'unaddressed' WHERE id = ${projectId}`)
      return { input: { ...one, kind: 'static_token' } }
    },
    credential_kind_unavailable: setting('scim.secretCredentials', false, async (world) => ({
      input: { ...(await connection(home(world))), kind: 'secret' },
    })),
  },
  provisioning_credential_retire: {
    no_previous_credential: async (world) => ({
      input: { ...(await credentialed(home(world), 'static_token')), kind: 'static_token' },
    }),
  },
  provisioning_credential_revoke: {
    no_credential: async (world) => ({
      input: { ...(await credentialed(home(world), 'static_token')), kind: 'oauth' },
    }),
  },
  project_user_assign_connection: {
    already_exists: async (world) => {
      const one = await connection(home(world))
      const externalId = unique('00u')
      const first = await newUser(world)
      await world.ok(world.people.super, 'project_user_assign_connection', { ...one, ...first, externalId })
      return { input: { ...one, ...(await newUser(world)), externalId } }
    },
    user_managed: toNewConnection(managed({})),
  },
  project_group_assign_connection: {
    group_has_foreign_members: async (world) => {
      const group = await newGroup(world)
      const { userId } = await newUser(world)
      await world.ok(world.people.super, 'project_group_member_add', { ...group, userIds: [userId] })
      const { connectionId } = await connection(home(world))
      const expect = { connectionId, managed: 0, foreign: 1 }
      return { input: { ...group, connectionId, confirm: true, expect } }
    },
    group_managed: toNewConnection(managedGroup({})),
  },
}
