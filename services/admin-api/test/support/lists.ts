import type { OperationName } from '@signet/contracts'
import { sql } from '@signet/db'
import { suspendedAgent, waitingAgent, waitingApproval } from './approvals.ts'
import { connection } from './directories.ts'
import { makeAdministrator } from './people.ts'
import { agentClient, api, application, invitation, serviceAccount, unique } from './things.ts'
import { makeTeam, type World } from './world.ts'

export interface GrowingList {
  /** Adds a row that `q` finds by `text`, a word in small letters. */
  readonly add: (world: World, text: string) => Promise<unknown>
  /** Input of the list, except the page. */
  readonly input: (world: World) => Readonly<Record<string, unknown>>
  /** Member of the response with the rows. */
  readonly rows: string
  /** Unique member of the rows. */
  readonly id: string
}

const inProject = ({ project }: World) => ({ projectId: project })
const nothing = () => ({})

async function directory(world: World, text: string): Promise<string> {
  const { connectionId } = await connection({ world, projectId: world.project })
  await world.database.run(
    sql`UPDATE provisioning_connections SET display_name = ${text} WHERE id = ${connectionId}`,
  )
  return connectionId
}

const refusing = new WeakMap<World, Awaited<ReturnType<typeof connection>>>()

const ofProjects: GrowingList = {
  add: (world, text) =>
    world.ok(world.people.owner, 'project_create', {
      name: `The ${text} shop`,
      slug: unique('p'),
      teamId: world.team,
    }),
  input: nothing,
  rows: 'projects',
  id: 'id',
}

export const growingLists: { readonly [N in OperationName]?: GrowingList } = {
  project_list: ofProjects,
  project_sign_in_access_list: ofProjects,
  client_list: {
    add: (world, text) =>
      world.ok(world.people.owner, 'client_create', {
        projectId: world.project,
        ...application,
        clientName: `The ${text} app`,
      }),
    input: inProject,
    rows: 'clients',
    id: 'clientId',
  },
  labelled_object_list: {
    add: (world, text) =>
      world.ok(world.people.owner, 'project_create', {
        name: 'Labelled',
        slug: unique('p'),
        teamId: world.team,
        managedByTool: unique(`the ${text} tool `),
      }),
    input: nothing,
    rows: 'objects',
    id: 'id',
  },
  project_labelled_object_list: {
    add: (world, text) =>
      world.ok(world.people.owner, 'client_create', {
        projectId: world.project,
        ...application,
        managedByTool: unique(`the ${text} tool `),
      }),
    input: inProject,
    rows: 'objects',
    id: 'id',
  },
  resource_list: {
    add: (world, text) =>
      world.ok(world.people.owner, 'resource_declare', {
        projectId: world.project,
        ...api(),
        name: `The ${text} API`,
      }),
    input: inProject,
    rows: 'resources',
    id: 'identifier',
  },
  project_group_list: {
    add: (world, text) =>
      world.ok(world.people.owner, 'project_group_create', {
        projectId: world.project,
        displayName: unique(`The ${text} people `),
      }),
    input: inProject,
    rows: 'groups',
    id: 'id',
  },
  admin_list: {
    add: (world, text) => makeAdministrator(world, `${unique(`${text}.`)}@example.com`),
    input: nothing,
    rows: 'administrators',
    id: 'id',
  },
  team_list: {
    add: (world, text) => makeTeam(world, `The ${text} team`, [[world.people.owner.accountId, 'owner']]),
    input: nothing,
    rows: 'teams',
    id: 'id',
  },
  team_invitation_list: {
    async add(world, text) {
      const id = await invitation({ world, projectId: world.project, teamId: world.team })
      await world.database.run(
        sql`UPDATE team_invitations SET email = ${`${unique(`${text}.`)}@example.com`} WHERE id = ${id}`,
      )
    },
    input: ({ team }) => ({ teamId: team }),
    rows: 'invitations',
    id: 'id',
  },
  provisioning_connection_list: { add: directory, input: inProject, rows: 'connections', id: 'id' },
  provisioning_refusal_list: {
    async add(world, text) {
      const at = refusing.get(world) ?? (await connection({ world, projectId: world.project }))
      refusing.set(world, at)
      await world.database.run(sql`
        INSERT INTO provisioning_refusals (project_id, id, connection_id, kind, key, subjects, name, method, status, problem,
          first_at, last_at, expires_at)
        VALUES (${at.projectId}, ${unique('prf_')}, ${at.connectionId}, 'user', ${unique('key')}, '{}', ${text}, 'POST', 400,
          'invalid', now(), now(), now() + interval '1 day')`)
    },
    input: (world) => ({ ...refusing.get(world) }),
    rows: 'refusals',
    id: 'id',
  },
  provisioning_hold_list: {
    async add(world, text) {
      const id = await directory(world, text)
      await world.database.run(sql`UPDATE provisioning_connections SET held_since = now() WHERE id = ${id}`)
    },
    input: nothing,
    rows: 'connections',
    id: 'connectionId',
  },
  agent_client_list: {
    add: (world, text) =>
      world.ok(world.people.super, 'agent_client_permit', { ...agentClient(), name: `The ${text} agent` }),
    input: nothing,
    rows: 'clients',
    id: 'id',
  },
  service_account_list: {
    add: (world, text) =>
      world.ok(world.people.super, 'service_account_create', {
        teamId: world.team,
        ...serviceAccount(),
        name: `The ${text} account`,
      }),
    input: nothing,
    rows: 'serviceAccounts',
    id: 'id',
  },
  agent_request_list: {
    add: (world, text) => waitingAgent(world, `The ${text} agent`),
    input: nothing,
    rows: 'requests',
    id: 'id',
  },
  agent_suspension_list: {
    add: async (world, text) => {
      const id = await suspendedAgent(world, world.people.super.accountId)
      const clientId = `${text}-${unique('agent-')}`
      await world.database.run(sql`UPDATE agent_suspensions SET client_id = ${clientId} WHERE id = ${id}`)
    },
    input: nothing,
    rows: 'suspensions',
    id: 'id',
  },
  approval_list: {
    async add(world, text) {
      const id = await waitingApproval(world, world.people.super.accountId)
      const clientId = `the-${text}-agent`
      await world.database.run(sql`UPDATE agent_approvals SET client_id = ${clientId} WHERE id = ${id}`)
    },
    input: nothing,
    rows: 'approvals',
    id: 'id',
  },
}
