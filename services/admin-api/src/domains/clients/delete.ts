import { operations } from '@signet/contracts'
import { endClient } from '@signet/sessions'
import { bumpProject } from '@signet/tenancy'
import { implementWithPrisma } from '../../implement.ts'
import { findClient, lockClient } from './client-store.ts'

/** The id is never reused. */
export const client_delete = implementWithPrisma(operations.client_delete, {
  async prepare(context, { clientId }) {
    const { clientName } = await findClient(context, context.project.id, clientId)
    return { target: { id: clientId, detail: { clientName } }, shows: { clientName } }
  },

  lock: (tx, { project }, { clientId }) => lockClient(tx, project.id, clientId),

  async apply({ prisma, sql }, { project }, { clientId }) {
    await endClient(sql, project.id, clientId)
    await prisma.client.delete({ where: { projectId_id: { projectId: project.id, id: clientId } } })
    await bumpProject(sql, project.id)
    return {}
  },
})
