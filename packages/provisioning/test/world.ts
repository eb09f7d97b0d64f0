import { type Database, openDatabase, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { emptiedByClose, freshDatabase } from '@signet/testkit'
import type { ConnectionRef } from '../src/index.ts'

export async function startWorld() {
  const fresh = await freshDatabase()
  const [database, replica] = ['one', 'two'].map((name) => openDatabase({ url: fresh.url, name }))
  if (!database || !replica) throw new Error('A pool is missing.')
  return emptiedByClose({
    database,
    replica,
    async close() {
      await Promise.all([database.close(), replica.close()])
      await fresh.drop()
    },
  })
}

export interface MadeConnection extends ConnectionRef {
  readonly clientId: string
}

export async function makeConnection(database: Database): Promise<MadeConnection> {
  const [projectId, connectionId, clientId] = [newId('project'), newId('connection'), newId('client')]
  await database.run(sql`
    INSERT INTO projects (id, name, address_form, slug, team_id)
    SELECT ${projectId}, 'Acme', 'path', ${projectId.replace('_', '-')}, system_team_id FROM instance`)
  await database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
    VALUES (${projectId}, 'idp', 'Upstream', 'https://idp.example', 'x', 0)`)
  await database.run(sql`
    INSERT INTO provisioning_connections (project_id, id, display_name, provider_id, client_id, correlation_claim, correlation_attribute)
    VALUES (${projectId}, ${connectionId}, 'Directory', 'idp', ${clientId}, 'sub', 'externalId')`)
  return { projectId, connectionId, clientId }
}

export async function makeAccount(database: Database, projectId: string): Promise<string> {
  const id = newId('account')
  await database.run(
    sql`INSERT INTO accounts (project_id, id, email, email_key) VALUES (${projectId}, ${id}, ${id}, ${id})`,
  )
  return id
}
