import { auditedBefore, sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteConnection } from '../src/index.ts'
import { makeAccount, makeConnection, startWorld } from './world.ts'

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test('a connection is deleted only while it manages no user', async () => {
  const { database } = world
  const { projectId, connectionId } = await makeConnection(database)
  const accountId = await makeAccount(database, projectId)
  const manage = (connection: string | null) =>
    database.run(
      sql`UPDATE accounts SET connection_id = ${connection} WHERE project_id = ${projectId} AND id = ${accountId}`,
    )
  const remove = () =>
    database.transaction((tx) => deleteConnection(auditedBefore(tx), { projectId, connectionId }))
  const connections = () =>
    database.rows<object>(sql`SELECT 1 FROM provisioning_connections WHERE id = ${connectionId}`)
  await manage(connectionId)
  await expect(remove()).rejects.toMatchObject({ code: 'connection_manages_users' })
  expect(await connections()).toHaveLength(1)
  await manage(null)
  await remove()
  expect(await connections()).toHaveLength(0)
})
