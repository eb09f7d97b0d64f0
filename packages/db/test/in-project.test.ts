import { expect, test } from 'vitest'
import { inProject } from '../src/in-project.ts'
import { asDatabaseError, sql, UniqueViolation } from '../src/index.ts'
import { executorOf } from '../src/prisma.ts'
import { openUnscopedPrisma } from '../src/unscoped.ts'
import { seeded } from './support/databases.ts'

async function twoProjects() {
  const { database } = await seeded()
  const prisma = openUnscopedPrisma(database)
  const instance = await prisma.instance.findUniqueOrThrow({ where: { id: 'instance' } })
  const own = instance.defaultProjectId
  const other = instance.administratorsProjectId
  const account = (projectId: string, id: string) => ({
    projectId,
    id,
    email: `${id}@x.org`,
    emailKey: `${id}@x.org`,
  })
  await prisma.account.createMany({ data: [account(own, 'usr_own'), account(other, 'usr_other')] })
  return { database, prisma, own, other, scoped: inProject(prisma, own), account }
}

test('every read operation sees only the bound project', async () => {
  const { scoped } = await twoProjects()
  const ids = (accounts: { id: string }[]) => accounts.map(({ id }) => id)
  expect(ids(await scoped.account.findMany())).toEqual(['usr_own'])
  expect(
    ids(await scoped.account.findMany({ where: { OR: [{ id: 'usr_own' }, { id: 'usr_other' }] } })),
  ).toEqual(['usr_own'])
  expect(await scoped.account.findFirst({ where: { id: 'usr_other' } })).toBeNull()
  expect(await scoped.client.findUnique({ where: { id: 'signet-console' } })).toBeNull()
  expect(await scoped.account.count()).toBe(1)
  expect((await scoped.account.aggregate({ _count: true }))._count).toBe(1)
  expect(await scoped.account.groupBy({ by: ['projectId'], _count: true })).toHaveLength(1)
})

test('every write operation reaches only the bound project', async () => {
  const { scoped, prisma, other } = await twoProjects()
  const blocked = { where: { id: 'usr_other' }, data: { active: false } }
  expect(await scoped.account.updateMany(blocked)).toEqual({ count: 0 })
  expect(await scoped.account.updateManyAndReturn(blocked)).toEqual([])
  expect(await scoped.account.deleteMany({ where: { id: 'usr_other' } })).toEqual({ count: 0 })
  await expect(
    scoped.client.update({ where: { id: 'signet-console' }, data: { clientName: 'x' } }),
  ).rejects.toThrow()
  await expect(scoped.client.delete({ where: { id: 'signet-console' } })).rejects.toThrow()
  await scoped.account.deleteMany()
  expect(await prisma.account.findMany({ select: { id: true, projectId: true, active: true } })).toEqual([
    { id: 'usr_other', projectId: other, active: true },
  ])
})

test('arguments that name another project are rejected before any statement is sent', async () => {
  const { scoped, other, account } = await twoProjects()
  const key = { projectId_id: { projectId: other, id: 'usr_other' } }
  const foreign = account(other, 'usr_new')
  const attempts = [
    () => scoped.account.findUnique({ where: key }),
    () => scoped.account.findMany({ where: { projectId: other } }),
    () => scoped.account.findMany({ where: { OR: [{ projectId: other }] } }),
    () => scoped.account.findMany({ cursor: key }),
    () => scoped.account.findMany({ where: { projectId: { in: [other] } } }),
    () => scoped.account.findMany({ where: { NOT: { projectId: 'none' } } }),
    () => scoped.account.create({ data: foreign }),
    () => scoped.account.createMany({ data: [foreign] }),
    () => scoped.account.createManyAndReturn({ data: [foreign] }),
    () => scoped.account.updateMany({ data: { projectId: other } }),
    () => scoped.account.upsert({ where: key, create: foreign, update: {} }),
    () => scoped.account.delete({ where: key }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/names another project/)
})

test('a new row without a project belongs to the bound project, for every write operation', async () => {
  const { scoped, prisma, own, account } = await twoProjects()
  const row = (id: string) => {
    const { projectId: _, ...unbound } = account(own, id)
    return unbound as ReturnType<typeof account>
  }
  await scoped.account.create({ data: row('usr_1') })
  await scoped.account.createMany({ data: [row('usr_2'), row('usr_3')] })
  await scoped.account.createManyAndReturn({ data: [row('usr_4')] })
  const where = { projectId_id: { projectId: own, id: 'usr_5' } }
  await scoped.account.upsert({ where, create: row('usr_5'), update: {} })
  const ids = ['usr_1', 'usr_2', 'usr_3', 'usr_4', 'usr_5']
  expect(await prisma.account.count({ where: { projectId: own, id: { in: ids } } })).toBe(5)
})

test('a projectId inside stored JSON is data and does not select a tenant', async () => {
  const { scoped, own, account } = await twoProjects()
  const claims = { projectId: 'anything' }
  const created = await scoped.account.create({ data: { ...account(own, 'usr_json'), claims } })
  expect(created.claims).toEqual(claims)
})

test('the binding holds inside a transaction, and plain statements run in the same transaction', async () => {
  const { scoped, prisma, own, other, account } = await twoProjects()
  const failing = scoped.$transaction(async (tx) => {
    await tx.account.create({ data: account(own, 'usr_tx') })
    const seen = await executorOf(tx).rows<{ count: number; at: Date; ids: string[] }>(
      sql`SELECT count(*), now() AS at, array_agg(id ORDER BY id) AS ids FROM accounts WHERE project_id = ${own}`,
    )
    expect(seen).toEqual([{ count: 2, at: expect.any(Date), ids: ['usr_own', 'usr_tx'] }])
    expect(await executorOf(tx).run(sql`UPDATE accounts SET active = false WHERE id = ${'usr_tx'}`)).toBe(1)
    await tx.account.create({ data: account(other, 'usr_tx2') })
  })
  await expect(failing).rejects.toThrow(/names another project/)
  expect(await prisma.account.count({ where: { id: 'usr_tx' } })).toBe(0)
})

test('models without a projectId pass through unchanged', async () => {
  const { scoped, own } = await twoProjects()
  expect(await scoped.project.count()).toBe(2)
  expect(await scoped.project.findUnique({ where: { id: own }, select: { name: true } })).toEqual({
    name: 'Default',
  })
})

test('a duplicate key raises the same error from plain statements and from Prisma', async () => {
  const { database, prisma, own, account } = await twoProjects()
  const constraint = 'accounts_project_id_email_key_key'
  const duplicate = { ...account(own, 'usr_own'), id: 'usr_duplicate' }
  const statement = sql`INSERT INTO accounts (project_id, id, email, email_key)
    VALUES (${own}, 'usr_duplicate', ${duplicate.email}, ${duplicate.emailKey})`
  await expect(database.run(statement)).rejects.toMatchObject({ name: 'UniqueViolation', constraint })
  await expect(prisma.$transaction((tx) => executorOf(tx).run(statement))).rejects.toMatchObject({
    constraint,
  })
  const caught = await prisma.account.create({ data: duplicate }).catch(asDatabaseError)
  expect(caught).toBeInstanceOf(UniqueViolation)
  expect(caught).toMatchObject({ constraint })
})
