import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { fetchVia } from '@signet/testkit'
import { makeConnection, type Scim, type ScimConnection, staticToken } from './support.ts'

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // The tests assert the members that they read.
  readonly body: Record<string, never>
}

type Headers_ = Record<string, string>

export async function startDirectory(scim: Scim, connection?: ScimConnection) {
  const at = connection ?? (await makeConnection(scim))
  const token = await staticToken(scim, at)
  const request = fetchVia(scim.address)
  const send = async (method: string, path: string, body?: unknown, headers: Headers_ = {}) => {
    const answer = await request(path.startsWith('http') ? path : `${at.scim}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null } as Answer
  }
  const patch = (path: string, operations: readonly object[], headers?: Headers_) =>
    send('PATCH', path, { schemas: [patchUrn], Operations: operations }, headers)
  return {
    ...at,
    send,
    patch,
    get: (path: string, headers?: Headers_) => send('GET', path, undefined, headers),
    post: (path: string, body: unknown) => send('POST', path, body),
    put: (path: string, body: unknown, headers?: Headers_) => send('PUT', path, body, headers),
    remove: (path: string, headers?: Headers_) => send('DELETE', path, undefined, headers),
    find: (kind: string, filter: string) => send('GET', `/${kind}?filter=${encodeURIComponent(filter)}`),
    async user(members: object = {}): Promise<string> {
      const { status, body } = await send('POST', '/Users', {
        schemas: [userUrn],
        userName: uniqueName('user'),
        ...members,
      })
      if (status !== 201) throw new Error(`The user was not created: ${JSON.stringify(body)}`)
      return body.id ?? ''
    },
    async group(members: object = {}): Promise<string> {
      const { status, body } = await send('POST', '/Groups', {
        schemas: [groupUrn],
        displayName: uniqueName('group'),
        ...members,
      })
      if (status !== 201) throw new Error(`The group was not created: ${JSON.stringify(body)}`)
      return body.id ?? ''
    },
    /** The oldest first. */
    entries: (targetId: string) =>
      scim.database.rows<{ action: string; actor: string; surface: string; detail: object }>(sql`
        SELECT action, actor, surface, detail FROM audit_entries WHERE target_id = ${targetId} ORDER BY at, id`),
    account: async (id: string) => {
      const [row] = await scim.database.rows<Record<string, unknown>>(
        sql`SELECT * FROM accounts WHERE project_id = ${at.projectId} AND id = ${id}`,
      )
      return row
    },
  }
}

export type Directory = Awaited<ReturnType<typeof startDirectory>>

export async function startSibling(
  scim: Scim,
  { projectId, address, scim: base }: Directory,
): Promise<Directory> {
  const [connectionId, clientId, providerId] = [newId('connection'), newId('client'), uniqueName('idp')]
  await scim.database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
    VALUES (${projectId}, ${providerId}, 'Second', 'https://idp2.example', 'x', 9)`)
  await scim.database.run(sql`
    INSERT INTO provisioning_connections (project_id, id, display_name, provider_id, client_id, correlation_claim, correlation_attribute)
    VALUES (${projectId}, ${connectionId}, 'Second', ${providerId}, ${clientId}, 'sub', 'externalId')`)
  return startDirectory(scim, { projectId, connectionId, clientId, address, scim: base })
}

let count = 0

export function uniqueName(prefix: string): string {
  count += 1
  return `${prefix}-${count}-${Math.random().toString(36).slice(2, 8)}`
}
