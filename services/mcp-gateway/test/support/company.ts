import type { ConnectedAgent } from './agent.ts'
import type { Instance } from './instance.ts'

type Row = Readonly<Record<string, unknown>>

const projects = 30
const usersOfCompany = 2_000

async function made(agent: ConnectedAgent, name: string, args: Row): Promise<Row & { readonly id: string }> {
  const { structuredContent, isError, content } = await agent.call(name, args)
  if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`)
  const answer = structuredContent as Row & { readonly id: string }
  const { confirmation } = answer
  return confirmation === undefined ? answer : made(agent, name, { ...args, confirmation })
}

const redirectUris = ['https://shop.example/old']
const application = {
  grantTypes: ['authorization_code', 'refresh_token'],
  redirectUris,
  tokenEndpointAuthMethod: 'client_secret_basic',
}

/** Creates 30 projects with applications and 2,000 users, and the state that the questions of the support are about. */
export async function makeCompany(instance: Instance, agent: ConnectedAgent): Promise<void> {
  const make = (name: string, args: Row) => made(agent, name, args)
  const { id: teamId } = await make('team_create', { name: 'Acme' })
  const ids: string[] = []
  for (let index = 0; index < projects; index += 1) {
    const tenant = { name: `Tenant ${index}`, slug: `tenant-${index}` }
    const { id } = await make(
      'project_create',
      index === 17 ? { name: 'Acme', slug: 'acme', teamId } : tenant,
    )
    ids.push(id)
    await make('client_create', { projectId: id, clientName: `Portal ${index}`, ...application })
  }
  const projectId = String(ids[17])
  await addUsers(instance, ids)
  await addApplications(make, projectId)
  await addDirectory(instance, make, projectId)
  await addStates(instance, make, projectId)
}

async function addUsers(instance: Instance, ids: readonly string[]): Promise<void> {
  await instance.query(
    `INSERT INTO accounts (project_id, id, email, email_key, email_verified, created_at)
     SELECT p.id, 'usr_' || n, 'user' || n || '@example.com', 'user' || n || '@example.com', true, now() - interval '1 year'
     FROM generate_series(1, $1::int) n JOIN (SELECT id, ordinality AS i FROM unnest($2::text[]) WITH ORDINALITY AS u(id)) p
       ON p.i = 1 + n % 30`,
    [usersOfCompany, ids],
  )
  await instance.query(`UPDATE instance SET last_activity_since = now() - interval '2 years'`)
  await instance.query(
    `INSERT INTO account_activity (project_id, account_id, last_day)
     SELECT project_id, id, now()::date - CASE WHEN project_id = $1 AND id IN (SELECT id FROM accounts WHERE project_id = $1
       ORDER BY id LIMIT 5) THEN 120 ELSE 3 END FROM accounts WHERE id LIKE 'usr\\_%' AND email LIKE 'user%'`,
    [ids[17]],
  )
}

type Make = (name: string, args: Row) => Promise<Row & { readonly id: string }>

async function addApplications(make: Make, projectId: string): Promise<void> {
  const shop = await make('client_create', { projectId, clientName: 'Shop', ...application })
  const { clientId } = shop
  await make('client_update', { projectId, clientId, redirectUris: ['https://shop.example/new'] })
  const legacy = await make('client_create', { projectId, clientName: 'Legacy', ...application })
  await make('client_delete', { projectId, clientId: legacy.clientId })
  await make('resource_declare', {
    projectId,
    identifier: 'https://orders.acme.example/',
    name: 'Orders',
    scopes: ['orders.read', 'orders.write'],
  })
}

async function addDirectory(instance: Instance, make: Make, projectId: string): Promise<void> {
  const { id: providerId } = await make('federation_provider_create', {
    projectId,
    displayName: 'Acme Login',
    issuer: 'https://login.acme.example',
    clientId: 'signet',
    clientSecret: 'secret-of-the-provider',
    secretExpiresOn: '2027-01-31',
  })
  const { id: connectionId } = await make('provisioning_connection_create', {
    projectId,
    providerId,
    displayName: 'Acme directory',
  })
  for (const _ of [1, 2])
    await make('provisioning_credential_issue', { projectId, connectionId, kind: 'secret' })
  await instance.query(
    `INSERT INTO provisioning_requests (project_id, id, connection_id, at, method, route, status, ignored, subjects, milliseconds)
     VALUES ($1, 'req_1', $2, '2026-11-20T03:04:05Z', 'GET', '/Users', 200, '{}', '{}', 5)`,
    [projectId, connectionId],
  )
}

async function addStates(instance: Instance, make: Make, projectId: string): Promise<void> {
  const user = async (email: string) =>
    (await make('project_user_create', { projectId, email: `${email}@acme.example` })).id
  const anna = await user('anna')
  await make('project_user_lock', { projectId, userId: anna, reason: 'Lost phone' })
  const bob = await user('bob')
  const { id: groupId } = await make('project_group_create', { projectId, displayName: 'Editors' })
  await make('project_group_member_add', { projectId, groupId, userIds: [bob] })
  await instance.query(
    `INSERT INTO mail_messages (project_id, id, account_id, purpose, state, reason, due_at, expires_at)
     VALUES ($1, 'msg_1', $2, 'invitation', 'failed', 'refused', now(), now())`,
    [projectId, bob],
  )
  await instance.query(
    `INSERT INTO faults (id, fingerprint, error_code, message, route, service, occurrences, first_seen_at, last_seen_at)
     VALUES ('flt_1', 'flt_1', 'internal', 'connect ECONNREFUSED', '/token', 'auth', 3, now(), now())`,
  )
  await instance.query(`INSERT INTO fault_samples (reference, fault_id, at) VALUES ('err_1', 'flt_1', now())`)
}
