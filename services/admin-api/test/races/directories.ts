import { sql } from '@signet/db'
import { configureMail } from '../support/attempts.ts'
import { heldConnection, provider, upstream } from '../support/directories.ts'
import { ownProject, unique } from '../support/things.ts'
import type { World } from '../support/world.ts'
import type { Race } from './race.ts'

const owner = (world: World) => world.people.owner
const lastSignInMethod: Race = {
  invariant: 'a project always has a sign-in method',
  refusals: ['password_login_required'],
  async prepare(world) {
    const { projectId } = await ownProject(world)
    const ids = [
      (await provider({ world, projectId })).providerId,
      (await provider({ world, projectId })).providerId,
    ]
    const on = (index: number) => ({ projectId, providerId: ids[index] })
    return {
      racers: [
        [owner(world), 'federation_provider_delete', on(0)],
        [owner(world), 'federation_provider_update', { ...on(1), enabled: false }],
        [
          world.people.super,
          'project_update',
          { projectId, passwordLogin: false, confirm: true, expect: { withoutEnabledLink: 0 } },
        ],
      ],
      async holds() {
        const [row] = await world.database.rows<{ ways: number }>(sql`
          SELECT (p.password_login)::int + (SELECT count(*)::int FROM identity_providers i WHERE i.project_id = p.id AND i.enabled) AS ways
          FROM projects p WHERE p.id = ${projectId}`)
        return row && row.ways > 0 ? undefined : 'the project has no sign-in method'
      },
    }
  },
}

const providerOrder: Race = {
  invariant: 'each provider has one position in the order',
  refusals: ['provider_at_end'],
  async prepare(world) {
    const { projectId } = await ownProject(world)
    const ids: string[] = []
    for (let made = 0; made < 3; made += 1) ids.push((await provider({ world, projectId })).providerId)
    return {
      racers: [
        ...ids.map(
          (providerId, index) =>
            [
              owner(world),
              'federation_provider_move',
              { projectId, providerId, direction: index ? 'up' : 'down' },
            ] as const,
        ),
        [owner(world), 'federation_provider_create', { projectId, ...upstream() }],
        [owner(world), 'federation_provider_move', { projectId, providerId: ids[0], direction: 'up' }],
      ],
      async holds() {
        const rows = await world.database.rows<{ position: number }>(
          sql`SELECT position FROM identity_providers WHERE project_id = ${projectId} ORDER BY position`,
        )
        const places = rows.map(({ position }) => position).join()
        return places === '0,1,2,3' ? undefined : `the places are ${places}`
      },
    }
  },
}

const oneRelease: Race = {
  invariant: 'a hold is released once',
  refusals: ['connection_not_held'],
  async prepare(world) {
    const one = await heldConnection({ world, ...(await ownProject(world)) })
    const release = [owner(world), 'provisioning_connection_release', one] as const
    return {
      racers: [release, release, release, release],
      holds: async (succeeded) => (succeeded === 1 ? undefined : `${succeeded} released it`),
    }
  },
}

const oneInvitation: Race = {
  invariant: 'concurrent invitations of an address to a team are sent once',
  refusals: ['sent_recently'],
  async prepare(world) {
    await configureMail(world)
    await world.database.run(sql`DELETE FROM team_invitations`)
    await world.database.run(sql`DELETE FROM throttles`)
    const invite = [
      owner(world),
      'team_invite',
      { teamId: world.team, email: `${unique('i')}@example.com`, role: 'member' },
    ] as const
    return {
      racers: [invite, invite, invite, invite],
      holds: async (succeeded) => (succeeded === 1 ? undefined : `${succeeded} were sent`),
    }
  },
}

export const directoryRaces: readonly Race[] = [lastSignInMethod, providerOrder, oneRelease, oneInvitation]
