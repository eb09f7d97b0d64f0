import { sql } from '@signet/db'
import { makeAdministrator } from '../support/people.ts'
import { ownProject, unique } from '../support/things.ts'
import { makeTeam, type World } from '../support/world.ts'
import type { Race } from './race.ts'

const newcomer = (world: World) => makeAdministrator(world, `${unique('a')}@example.com`)

const lastOwner: Race = {
  invariant: 'a team always has an owner',
  refusals: ['last_owner', 'not_found', 'forbidden'],
  async prepare(world) {
    const [one, other] = await Promise.all([newcomer(world), newcomer(world)])
    const teamId = await makeTeam(world, unique('Race '), [
      [one.accountId, 'owner'],
      [other.accountId, 'owner'],
    ])
    const against = (userId: string) =>
      [
        ['team_member_remove', { teamId, userId }],
        ['team_member_update', { teamId, userId, role: 'member' }],
      ] as const
    return {
      racers: [
        ...against(other.accountId).map((call) => [one, ...call] as const),
        ...against(one.accountId).map((call) => [other, ...call] as const),
      ],
      async holds() {
        const { members } = await world.ok(world.people.super, 'team_get', { teamId })
        return members.some(({ role }) => role === 'owner') ? undefined : 'the team has no owner'
      },
    }
  },
}

const lastSuperAdministrator: Race = {
  invariant: 'the instance always has an active super administrator',
  refusals: ['last_super_administrator', 'unauthenticated', 'forbidden', 'administrator_inactive'],
  async prepare(world) {
    const [one, other] = await Promise.all([newcomer(world), newcomer(world)])
    await world.database.run(sql`DELETE FROM team_members WHERE team_id = ${world.superTeam}`)
    for (const { accountId } of [one, other])
      await world.database.run(sql`
        INSERT INTO team_members (team_id, project_id, account_id, role)
        VALUES (${world.superTeam}, ${world.administratorsProject}, ${accountId}, 'owner')`)
    return {
      racers: [
        [one, 'admin_deactivate', { adminId: other.accountId }],
        [other, 'admin_deactivate', { adminId: one.accountId }],
        [one, 'admin_super_withdraw', { adminId: other.accountId }],
        [other, 'admin_super_withdraw', { adminId: one.accountId }],
      ],
      async holds() {
        const left = await world.database.rows(sql`
          SELECT 1 AS one FROM team_members m JOIN accounts a ON a.project_id = m.project_id AND a.id = m.account_id
          WHERE m.team_id = ${world.superTeam} AND a.active`)
        await restoreSuper(world)
        return left.length > 0 ? undefined : 'the instance has no active super administrator'
      },
    }
  },
}

const restoreSuper = (world: World) =>
  world.database.run(sql`
    INSERT INTO team_members (team_id, project_id, account_id, role)
    VALUES (${world.superTeam}, ${world.administratorsProject}, ${world.people.super.accountId}, 'owner')
    ON CONFLICT DO NOTHING`)

const ownedTeam: Race = {
  invariant: 'a team that owns a project is not deleted',
  refusals: ['team_owns_projects', 'team_not_available', 'not_found'],
  async prepare(world) {
    const person = await newcomer(world)
    const teamId = await makeTeam(world, unique('Race '), [[person.accountId, 'owner']])
    const create = () => [person, 'project_create', { name: 'Race', slug: unique('p'), teamId }] as const
    const remove = [person, 'team_delete', { teamId }] as const
    return {
      racers: [create(), remove, create(), remove],
      async holds() {
        const orphans = await world.database.rows(sql`
          SELECT p.id FROM projects p LEFT JOIN teams t ON t.id = p.team_id WHERE t.id IS NULL`)
        const [row] = await world.database.rows<{ team: boolean; projects: number }>(sql`
          SELECT EXISTS (SELECT FROM teams WHERE id = ${teamId}) AS team,
            (SELECT count(*)::int FROM projects WHERE team_id = ${teamId}) AS projects`)
        if (orphans.length > 0) return 'a project has no team'
        return row?.team || row?.projects === 0 ? undefined : 'the team is deleted and its projects are not'
      },
    }
  },
}

const restoreOrPurge: Race = {
  invariant: 'a project is restored or destroyed, never both',
  refusals: ['destruction_under_way', 'project_not_scheduled', 'not_found', 'project_scheduled_for_deletion'],
  async prepare(world) {
    const { projectId } = await ownProject(world)
    await world.ok(world.people.owner, 'project_delete', { projectId })
    const restore = [world.people.owner, 'project_restore', { projectId }] as const
    const purge = [world.people.owner, 'project_purge', { projectId }] as const
    return {
      racers: [restore, purge, purge, restore],
      async holds() {
        const [row] = await world.database.rows<{ stands: boolean; gone: boolean; half: boolean }>(sql`
          SELECT EXISTS (SELECT FROM projects WHERE id = ${projectId}) AS stands,
            EXISTS (SELECT FROM destroyed_projects WHERE id = ${projectId}) AS gone,
            EXISTS (SELECT FROM projects WHERE id = ${projectId} AND deletion_scheduled_at IS NULL
              AND purge_started_at IS NOT NULL) AS half`)
        return row && row.stands !== row.gone && !row.half ? undefined : `it is ${JSON.stringify(row)}`
      },
    }
  },
}

export const peopleRaces: readonly Race[] = [lastOwner, lastSuperAdministrator, ownedTeam, restoreOrPurge]
