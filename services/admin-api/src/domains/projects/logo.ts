import { operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { implement, implementRead } from '../../implement.ts'
import { logoUrl, readLogo } from '../../logo.ts'

/** Returns a data URL; null without a logo. */
export async function readProjectLogo(executor: Executor, projectId: string): Promise<string | null> {
  const [row] = await executor.rows<{ logo: Buffer | null; type: string | null }>(
    sql`SELECT logo, logo_type AS type FROM projects WHERE id = ${projectId}`,
  )
  return row ? logoUrl(row.logo, row.type) : null
}

export const project_logo_get = implementRead(operations.project_logo_get, async ({ deps, project }) => ({
  logo: await readProjectLogo(deps.database, project.id),
}))

/** The audit entry does not contain the image. */
export const project_logo_set = implement(operations.project_logo_set, {
  async prepare({ deps, project }, { logo }) {
    const image = logo === null ? null : readLogo(logo)
    const before = await readProjectLogo(deps.database, project.id)
    return {
      image,
      unchanged: before === logo,
      target: { id: project.id, detail: { logo: logo === null ? 'removed' : 'changed' } },
    }
  },

  async apply({ sql: tx }, { project }, { logo }, { image }) {
    await tx.run(sql`
      UPDATE projects SET logo = ${image && Buffer.from(image.bytes)}, logo_type = ${image?.type ?? null}
      WHERE id = ${project.id}`)
    await bumpProject(tx, project.id)
    return { logo }
  },
})
