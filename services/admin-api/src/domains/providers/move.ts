import { operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { bumpProject } from '@signet/tenancy'
import { implement } from '../../implement.ts'
import { previewChange } from './preview.ts'
import { readProviders } from './provider-store.ts'
import { answerProviders } from './to-provider.ts'

type Direction = 'up' | 'down'

/** Holds the lock of the project, which every change takes. */
export const federation_provider_move = implement(operations.federation_provider_move, {
  async prepare({ deps, project }, { providerId, direction }) {
    const { from, to, displayName } = await placesOf(deps.database, project.id, providerId, direction)
    return {
      displayName,
      places: { position: { from, to } },
      target: { id: project.id, detail: { providerId, direction } },
    }
  },

  preview: (executor, { project }, { direction }, { displayName, places }) =>
    previewChange(executor, project, {
      consequence: `The button of ${displayName} moves ${direction} on the administrators' sign-in page.`,
      detail: places,
    }),

  async apply({ sql: tx }, { deps, project }, { providerId, direction }) {
    const { ids, from, to } = await placesOf(tx, project.id, providerId, direction)
    const order = ids.with(from, ids[to] ?? '').with(to, providerId)
    await tx.run(sql`
      UPDATE identity_providers p SET position = o.place - 1
      FROM unnest(${order}::text[]) WITH ORDINALITY AS o(id, place) WHERE p.project_id = ${project.id} AND p.id = o.id`)
    await bumpProject(tx, project.id)
    return { providers: await answerProviders(tx, { deps, project }) }
  },
})

async function placesOf(executor: Executor, projectId: string, providerId: string, direction: Direction) {
  const rows = await readProviders(executor, projectId)
  const from = rows.findIndex(({ id }) => id === providerId)
  if (from < 0) refuse('not_found')
  const to = direction === 'up' ? from - 1 : from + 1
  if (to < 0 || to >= rows.length)
    refuse('provider_at_end', { detail: `The provider is ${to < 0 ? 'first' : 'last'} already.` })
  return { ids: rows.map(({ id }) => id), from, to, displayName: rows[from]?.displayName ?? '' }
}
