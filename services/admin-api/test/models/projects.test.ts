import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, ownProject, unique } from '../support/things.ts'
import { startWorld, type World } from '../support/world.ts'
import { type Command, walk } from './model.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

interface Project {
  readonly projectId: string
  readonly state: 'active' | 'scheduled' | 'destroyed'
}

const command = (
  operation: Command<Project>['operation'],
  outcomes: Readonly<Record<Project['state'], string | { readonly to: Project['state'] }>>,
  fields: Record<string, unknown> = {},
): Command<Project> => ({
  operation,
  input: ({ projectId }) => ({ projectId, ...fields }),
  says(project) {
    const outcome = outcomes[project.state]
    return typeof outcome === 'string' ? { refused: outcome } : { next: { ...project, state: outcome.to } }
  },
})

const scheduled = 'project_scheduled_for_deletion'
const change = { active: { to: 'active' }, scheduled, destroyed: 'not_found' } as const

/** Table "Project lifecycle" of the specification. */
const commands = {
  delete: command('project_delete', { active: { to: 'scheduled' }, scheduled, destroyed: 'not_found' }),
  restore: command('project_restore', {
    active: 'project_not_scheduled',
    scheduled: { to: 'active' },
    destroyed: 'not_found',
  }),
  purge: command('project_purge', {
    active: 'project_not_scheduled',
    scheduled: { to: 'destroyed' },
    destroyed: 'not_found',
  }),
  update: command('project_update', change, { displayName: 'Model' }),
  createUser: {
    ...command('project_user_create', change),
    input: ({ projectId }: Project) => ({ projectId, email: `${unique('u')}@example.com` }),
  },
  read: command('project_summary_get', {
    active: { to: 'active' },
    scheduled: { to: 'scheduled' },
    destroyed: 'not_found',
  }),
}

test('a project follows the lifecycle of the specification', async () => {
  await walk(world, {
    person: world.people.owner,
    commands,
    async start() {
      const { projectId } = await ownProject(world)
      await makeUser({ world, projectId, teamId: world.team })
      return { projectId, state: 'active' }
    },
    async check({ projectId, state }, trail) {
      const reply = await world.call(world.people.owner, 'project_get', { projectId })
      expect(reply.status, trail).toBe(state === 'destroyed' ? 404 : 200)
      const { deletion } = reply.body as { deletion?: { scheduledAt: string; purgeAt: string } }
      expect(deletion !== undefined, trail).toBe(state === 'scheduled')
      if (deletion)
        expect(Date.parse(deletion.purgeAt) - Date.parse(deletion.scheduledAt), trail).toBe(30 * 86_400_000)
      const accounts = await world.database.rows(
        sql`SELECT 1 AS one FROM accounts WHERE project_id = ${projectId}`,
      )
      expect(accounts.length > 0, trail).toBe(state !== 'destroyed')
    },
  })
}, 120_000)
