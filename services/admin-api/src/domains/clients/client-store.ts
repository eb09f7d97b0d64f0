import type { Operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { type Prisma, projectTransaction } from '@signet/db/prisma'
import { refuse } from '@signet/runtime'
import { bumpProject } from '@signet/tenancy'
import type { Context, Tx, TxWithPrisma } from '../../implement.ts'
import type { Listing } from '../../lists/page.ts'
import { withGroupNames } from '../../projects/declared-claims.ts'

/** Lists the applications of the project without the built-in ones. */
export async function listClients(
  { deps }: Pick<Context, 'deps'>,
  projectId: string,
  ids?: readonly string[],
) {
  const rows = await projectTransaction(deps.prisma(), projectId, (tx) =>
    tx.client.findMany({
      where: { projectId, builtIn: false, ...(ids ? { id: { in: [...ids] } } : {}) },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    }),
  )
  return withGroupNames(deps.database, projectId, rows)
}

export const clientListing = (projectId: string): Listing<Operations['client_list']> => ({
  from: sql`clients c`,
  id: sql`c.id`,
  where: sql`c.project_id = ${projectId} AND NOT c.built_in`,
  texts: [sql`c.client_name`],
  orders: {
    createdAt: { by: sql`c.created_at`, isTime: true },
    clientName: { by: sql`COALESCE(lower(c.client_name), '')` },
  },
})

export type ClientRow = Awaited<ReturnType<typeof listClients>>[number]

export async function findClient(
  { deps }: Pick<Context, 'deps'>,
  projectId: string,
  id: string,
): Promise<ClientRow> {
  const found = await projectTransaction(deps.prisma(), projectId, (tx) =>
    tx.client.findFirst({ where: { projectId, id, builtIn: false } }),
  )
  const [row] = found ? await withGroupNames(deps.database, projectId, [found]) : []
  return row ?? refuse('not_found')
}

/**
 * Returns an application that administrators may change. A dynamically registered one changes only with its
 * registration access token.
 */
export async function findOwnClient(
  context: Pick<Context, 'deps'>,
  projectId: string,
  id: string,
): Promise<ClientRow> {
  const row = await findClient(context, projectId, id)
  if (row.registeredDynamically) refuse('client_registered_dynamically')
  return row
}

/** Locks the application, so that changes of it are serialized. */
export async function lockClient({ sql: tx }: Tx, projectId: string, id: string): Promise<void> {
  const locked = await tx.rows<object>(
    sql`SELECT 1 FROM clients WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`,
  )
  if (locked.length === 0) refuse('not_found')
}

export async function insertClient(
  { prisma, sql: tx }: TxWithPrisma,
  data: Prisma.ClientUncheckedCreateInput,
): Promise<ClientRow> {
  const created = await prisma.client.create({ data })
  await bumpProject(tx, data.projectId)
  const [row = created] = await withGroupNames(tx, data.projectId, [created])
  return row
}

export async function updateClient(
  { prisma, sql: tx }: TxWithPrisma,
  projectId: string,
  id: string,
  data: Prisma.ClientUncheckedUpdateInput,
): Promise<ClientRow> {
  const updated = await prisma.client.update({ where: { projectId_id: { projectId, id } }, data })
  await bumpProject(tx, projectId)
  const [row = updated] = await withGroupNames(tx, projectId, [updated])
  return row
}
