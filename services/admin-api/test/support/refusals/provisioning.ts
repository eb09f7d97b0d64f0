import { sql } from '@signet/db'
import { type Case, managed, managedGroup, newGroup, newUser } from '../attempts.ts'
import {
  connection,
  credentialed,
  heldConnection,
  provider,
  withoutEnterpriseSignIn,
} from '../directories.ts'
import { makeUser, unique } from '../things.ts'
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

/** Hand-over of the user or group to a new connection. */
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
  provisioning_credential_issue: {
    credential_material: issuing({ kind: 'key', jwks: symmetric }),
    https_required: issuing({ kind: 'key', jwksUri: 'http://directory.example.com/jwks' }),
    no_scim_address: async (world) => {
      const { project } = world
      const one = await connection(home(world))
      await world.database.run(sql`UPDATE projects SET address_form = 'unaddressed' WHERE id = ${project}`)
      return { input: { ...one, kind: 'static_token' } }
    },
    credential_kind_unavailable: setting('scim.secretCredentials', false, async (world) => {
      await world.database.run(sql`UPDATE projects SET address_form = 'path' WHERE id = ${world.project}`)
      return { input: { ...(await connection(home(world))), kind: 'secret' } }
    }),
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
