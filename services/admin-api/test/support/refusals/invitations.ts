import { sql } from '@signet/db'
import { atTeamLimit, type Case, onTeam, refusedByMailServer, withMail, withoutMail } from '../attempts.ts'
import { mailedInvitation, newAdministrator, unique } from '../things.ts'
import type { World } from '../world.ts'
import type { Cases } from './index.ts'

const someone = (world: World) => ({
  teamId: world.team,
  email: `${unique('i')}@example.com`,
  role: 'member' as const,
})

const anyone: Case = async (world) => ({ input: someone(world) })

/** An invitation needs no session. */
const accepting = async (world: World, email = `${unique('i')}@example.com`, role?: 'owner') => ({
  person: world.people.anonymous,
  input: { token: await mailedInvitation(world, world.team, email, role) },
})

const emailOf = async ({ database }: World, id: string): Promise<string> =>
  (await database.rows<{ email: string }>(sql`SELECT email FROM accounts WHERE id = ${id}`))[0]?.email ?? ''

const byInactive: Case = async (world) => {
  const id = await newAdministrator(world)
  await world.database.run(sql`UPDATE accounts SET active = false WHERE id = ${id}`)
  return accepting(world, await emailOf(world, id))
}

export const invitations: Cases = {
  invitation_get: {
    administrator_inactive: byInactive,
    invitation_invalid: async (world) => ({
      person: world.people.anonymous,
      input: { token: 'of no message' },
    }),
  },
  team_invite: {
    already_member: withMail(async (world) => ({
      input: { ...someone(world), email: 'MEMBER@example.com' },
    })),
    invitation_limit: withMail(async (world) => {
      await world.database.run(sql`
        INSERT INTO team_invitations (id, team_id, email, email_key, role, token_digest, invited_by, expires_at)
        SELECT 'inv_' || n || ${unique('x')}, ${world.team}, n || '@example.org', n || '@example.org', 'member',
          ${unique('digest')} || n, ${world.people.owner.accountId}, now() + interval '1 day' FROM generate_series(1, 50) n
        ON CONFLICT DO NOTHING`)
      return { input: someone(world) }
    }),
    mail_not_configured: withoutMail(anyone),
    mail_refused: refusedByMailServer(async (world) => {
      await world.database.run(sql`DELETE FROM team_invitations`)
      return anyone(world)
    }),
    personal_team: withMail(onTeam('personal', { email: 'x@example.com', role: 'member' })),
    sent_recently: withMail(async (world) => {
      await world.database.run(sql`DELETE FROM team_invitations`)
      const input = someone(world)
      await world.ok(world.people.super, 'team_invite', input)
      return { input: { ...input, email: input.email.toUpperCase() } }
    }),
    system_team: withMail(onTeam('superTeam', { email: 'x@example.com', role: 'member' })),
  },
  invitation_accept: {
    administrator_inactive: byInactive,
    invitation_invalid: async (world) => ({
      person: world.people.anonymous,
      input: { token: 'of no message', password: 'correct horse battery staple' },
    }),
    password_required: (world) => accepting(world),
    personal_team: async (world) => {
      const attempt = await accepting(world, await emailOf(world, await newAdministrator(world)))
      await world.database.run(sql`
        UPDATE team_invitations SET invited_by = ${world.people.super.accountId},
          team_id = (SELECT id FROM teams WHERE personal_of = ${world.people.super.accountId})
        WHERE team_id = ${world.team}`)
      return attempt
    },
    plan_limit: atTeamLimit(async (world, { accountId }) =>
      accepting(world, await emailOf(world, accountId), 'owner'),
    ),
  },
}
