import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { readList } from '../../lists/page.ts'
import { clientListing, findClient, listClients } from './client-store.ts'
import { readProblemsOf } from './problems.ts'
import { toClient, toClientRow } from './to-client.ts'

export const client_list = implementRead(operations.client_list, async (context, input) => {
  const { database } = context.deps
  const { id } = context.project
  const read = (ids?: readonly string[]) => listClients(context, id, ids)
  const listing = clientListing(id, input)
  const { rows, page } = await readList(operations.client_list, database, listing, input, read)
  const problemsOf = await readProblemsOf(database, context.project)
  return { clients: rows.map(toClientRow(problemsOf)), ...page }
})

export const client_get = implementRead(operations.client_get, async (context, { clientId }) => {
  const row = await findClient(context, context.project.id, clientId)
  return toClient(row, await readProblemsOf(context.deps.database, context.project))
})
