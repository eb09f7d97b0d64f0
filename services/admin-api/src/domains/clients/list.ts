import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { findClient, listClients } from './client-store.ts'
import { readProblemsOf } from './problems.ts'
import { toClient, toClientRow } from './to-client.ts'

export const client_list = implementRead(operations.client_list, async (context) => {
  const problemsOf = await readProblemsOf(context.deps.database, context.project)
  return { clients: (await listClients(context, context.project.id)).map(toClientRow(problemsOf)) }
})

export const client_get = implementRead(operations.client_get, async (context, { clientId }) => {
  const row = await findClient(context, context.project.id, clientId)
  return toClient(row, await readProblemsOf(context.deps.database, context.project))
})
