import { isIP } from 'node:net'
import { type Operations, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { createAccount } from '@signet/directory'
import { newId, refuse } from '@signet/runtime'
import { digest, sameDigest } from '@signet/secrets'
import { type Context, implement } from '../../implement.ts'

interface InstanceRow {
  readonly administratorsProjectId: string
  readonly superTeamId: string
  readonly setupTokenDigest: string | null
  readonly hasAdministrator: boolean
}

const readInstance = async (executor: Executor, lock = sql``): Promise<InstanceRow> =>
  (
    await executor.rows<InstanceRow>(sql`
    SELECT administrators_project_id AS "administratorsProjectId", super_team_id AS "superTeamId",
      setup_token_digest AS "setupTokenDigest",
      EXISTS (SELECT 1 FROM accounts a WHERE a.project_id = instance.administrators_project_id) AS "hasAdministrator"
    FROM instance ${lock}`)
  )[0] ?? refuse('unavailable', { detail: 'The instance is not set up: run db:setup.' })

/** First run: the first super administrator, verified, with a personal team; only while no administrator exists. */
export const setup = implement(operations.setup, {
  async prepare({ deps, remoteAddress }, input) {
    const instance = await readInstance(deps.database)
    if (instance.hasAdministrator) refuse('already_set_up')
    requireToken(instance, input.setupToken, remoteAddress)
    const id = newId('account')
    return {
      id,
      teamId: newId('team'),
      passwordHash: await deps.passwords.hash(input.password),
      target: { id, detail: { email: input.email } },
    }
  },

  async lock({ sql: tx }) {
    if ((await readInstance(tx, sql`FOR UPDATE`)).hasAdministrator) refuse('already_set_up')
  },

  async apply(
    { sql: tx, prisma },
    _context: Context<Operations['setup']>,
    { email },
    { id, teamId, passwordHash },
  ) {
    const { administratorsProjectId: projectId, superTeamId } = await readInstance(tx)
    await createAccount(tx, { projectId, id, email, emailVerified: true, passwordHash })
    const team = await prisma.team.create({
      data: { id: teamId, name: personalTeamName(email), kind: 'personal', personalOf: id },
    })
    await prisma.teamMember.createMany({
      data: [superTeamId, teamId].map((each) => ({ teamId: each, projectId, accountId: id, role: 'owner' })),
    })
    await tx.run(sql`UPDATE instance SET setup_completed_at = now(), setup_token_digest = NULL`)
    return {
      id,
      email,
      verified: true,
      active: true,
      superAdministrator: true,
      authenticator: false,
      teams: [{ id: team.id, name: team.name, kind: 'personal' as const, role: 'owner' as const }],
      createdAt: team.createdAt.toISOString(),
    }
  },
})

/** The token that db:setup printed once; not asked of the machine itself. */
function requireToken(
  { setupTokenDigest }: InstanceRow,
  token: string | undefined,
  remoteAddress: string,
): void {
  if (isLoopbackAddress(remoteAddress)) return
  if (!token || !setupTokenDigest || !sameDigest(digest(token), setupTokenDigest))
    refuse('setup_token_required')
}

const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && (address === '::1' || /^(::ffff:)?127\./.test(address))

export const personalTeamName = (email: string): string => `${email.split('@')[0] ?? email}`.slice(0, 100)
