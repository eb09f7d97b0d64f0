import { operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { lookAcrossProjects } from '@signet/db/unscoped'
import { refuse } from '@signet/runtime'
import { type Administrator, hasRole } from '../../caller.ts'
import { implementWithPrisma } from '../../implement.ts'
import { loadProject, type ProjectRow } from '../../projects/row.ts'
import { toProject } from '../../projects/to-project.ts'
import { refuseProjectLimit } from '../plans/read.ts'

interface Destination {
  readonly id: string
  readonly name: string
}

/** Accepts a team in which the caller is at least a member, or any regular team for a super administrator. */
async function findDestination(
  executor: Executor,
  caller: Administrator,
  project: ProjectRow,
  teamId: string,
): Promise<Destination> {
  const [team] = await executor.rows<Destination & { kind: string }>(
    sql`SELECT id, name, kind FROM teams WHERE id = ${teamId}`,
  )
  const open =
    team && (hasRole(caller, teamId, 'member') || (caller.superAdministrator && team.kind === 'regular'))
  if (!open || team.kind === 'system') refuse('team_not_available')
  if (teamId === project.teamId)
    refuse('team_not_available', { detail: 'The team owns this project already.' })
  return { id: team.id, name: team.name }
}

/** The administrators change with the commit. */
export const project_owner_change = implementWithPrisma(operations.project_owner_change, {
  async prepare({ deps, caller, project }, { teamId }) {
    const to = await findDestination(deps.database, caller, project, teamId)
    const detail = { team: { from: project.teamId, to: to.id } }
    return { to, target: { id: project.id, detail }, shows: { name: project.name, team: to.name } }
  },

  async preview(executor, { project }, _input, { to }) {
    const now = (await loadProject(executor, project.id)) ?? refuse('not_found')
    const [from] = await executor.rows<Destination>(sql`SELECT id, name FROM teams WHERE id = ${now.teamId}`)
    if (!from) refuse('not_found')
    return {
      consequences: [
        `Members of ${from.name} lose access to the project, and members of ${to.name} gain it.`,
        `${now.applications} applications and ${now.apis} APIs move with it; people, clients and address stay as they are.`,
      ],
      from,
      to,
      applications: now.applications,
      apis: now.apis,
    }
  },

  async lock({ sql: tx }, { caller, project }, { teamId }) {
    await tx.rows<object>(sql`SELECT 1 FROM teams WHERE id = ${teamId} FOR UPDATE`)
    await findDestination(tx, caller, project, teamId)
    await lookAcrossProjects(tx, (across) => refuseProjectLimit(across, caller, teamId, project.teamId))
  },

  async apply({ sql: tx, prisma }, { deps, caller, project }, { teamId }) {
    await prisma.project.update({ where: { id: project.id }, data: { teamId } })
    const row = (await loadProject(tx, project.id)) ?? refuse('not_found')
    return toProject(tx, row, caller, deps.config.SIGNET_BASE_URL)
  },
})
