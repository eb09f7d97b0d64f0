import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { findClient, listClients } from './client-store.ts'
import { toClient, toClientRow } from './to-client.ts'

export const client_list = implementRead(operations.client_list, async (context) => ({
  clients: (await listClients(context, context.project.id)).map(toClientRow),
}))

export const client_get = implementRead(operations.client_get, async (context, { clientId }) =>
  toClient(await findClient(context, context.project.id, clientId)),
)
