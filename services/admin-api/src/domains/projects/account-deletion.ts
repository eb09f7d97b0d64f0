import { operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { implement, implementRead } from '../../implement.ts'

async function read(executor: Executor, projectId: string): Promise<{ allowed: boolean }> {
  const [row] = await executor.rows<{ allowed: boolean }>(
    sql`SELECT account_deletion AS allowed FROM projects WHERE id = ${projectId}`,
  )
  return { allowed: row?.allowed ?? false }
}

export const project_account_deletion_get = implementRead(
  operations.project_account_deletion_get,
  ({ deps, project }) => read(deps.database, project.id),
)

export const project_account_deletion_set = implement(operations.project_account_deletion_set, {
  async prepare({ deps, project }, { allowed }) {
    const before = await read(deps.database, project.id)
    return { unchanged: before.allowed === allowed, target: { id: project.id, detail: { allowed } } }
  },

  async apply({ sql: tx }, { project }, { allowed }) {
    await tx.run(sql`UPDATE projects SET account_deletion = ${allowed} WHERE id = ${project.id}`)
    await bumpProject(tx, project.id)
    return { allowed }
  },
})
