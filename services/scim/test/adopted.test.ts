import { auditedBefore, sql } from '@signet/db'
import { adoptAccounts, adoptable, moveAccounts } from '@signet/provisioning'
import { newId } from '@signet/runtime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDirectory, startSibling, uniqueName } from './directory.ts'
import { type Scim, startScim } from './support.ts'

let scim: Scim
beforeAll(async () => {
  scim = await startScim()
})
afterAll(() => scim?.close())

it('a directory finds adopted users by user name and changes them, where a creation was refused before, and the next directory finds them with the same id', async () => {
  const directory = await startDirectory(scim)
  const { projectId, connectionId } = directory
  const at = { projectId, connectionId }
  const [id, address] = [newId('account'), `${uniqueName('ada')}@acme.example`]
  await scim.database.run(sql`
    INSERT INTO accounts (project_id, id, email, email_key, email_verified)
    VALUES (${projectId}, ${id}, ${address}, ${address}, true)`)
  const body = { userName: address, externalId: uniqueName('ext'), emails: [{ value: address }] }
  expect((await directory.post('/Users', body)).status).toBe(409)
  expect((await directory.find('Users', `userName eq "${address}"`)).body).toMatchObject({ totalResults: 0 })

  const adoption = { linked: false, refusedNames: [address], domains: [] }
  const found = await scim.database.rows<{ id: string }>(
    sql`SELECT a.id FROM accounts a WHERE ${adoptable(at, adoption)}`,
  )
  expect(found).toEqual([{ id }])
  await scim.database.transaction((tx) =>
    adoptAccounts(auditedBefore(tx), { id: projectId, issuer: directory.address }, at, [id]),
  )
  expect((await directory.find('Users', `userName eq "${address}"`)).body).toMatchObject({
    totalResults: 1,
    Resources: [{ id, userName: address, emails: [{ value: address }] }],
  })
  expect((await directory.put(`/Users/${id}`, body)).body).toMatchObject({ id, externalId: body.externalId })

  const next = await startSibling(scim, directory)
  await scim.database.transaction((tx) => moveAccounts(auditedBefore(tx), at, next.connectionId, [id]))
  expect((await directory.get(`/Users/${id}`)).status).toBe(404)
  expect((await next.find('Users', `externalId eq "${body.externalId}"`)).body).toMatchObject({
    Resources: [{ id, userName: address }],
  })
})
