import { isIP } from 'node:net'
import { createAccount, createPersonalTeam } from '@signet/accounts'
import { type Operations, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { newId, refuse } from '@signet/runtime'
import { digest, sameDigest } from '@signet/secrets'
import { type Context, implement } from '../../implement.ts'
import { findAdministrator, toAdministrator } from '../administrators/read.ts'

interface InstanceRow {
  readonly administratorsProjectId: string
  readonly superTeamId: string
  readonly setupTokenDigest: string | null
  readonly hasAdministrator: boolean
}

const readInstance = async (executor: Executor): Promise<InstanceRow> =>
  (
    await executor.rows<InstanceRow>(sql`
    SELECT administrators_project_id AS "administratorsProjectId", super_team_id AS "superTeamId",
      setup_token_digest AS "setupTokenDigest",
      EXISTS (SELECT 1 FROM accounts a WHERE a.project_id = instance.administrators_project_id) AS "hasAdministrator"
    FROM instance`)
  )[0] ?? refuse('unavailable', { detail: 'The instance is not set up: run db:setup.' })

/** The account is verified. */
export const setup = implement(operations.setup, {
  async prepare({ deps, remoteAddress }, input) {
    const instance = await readInstance(deps.database)
    if (instance.hasAdministrator) refuse('already_set_up')
    requireToken(instance, input.setupToken, remoteAddress)
    const id = newId('account')
    return {
      id,
      passwordHash: await deps.passwords.hash(input.password),
      target: { id, detail: { email: input.email } },
    }
  },

  async lock({ sql: tx }) {
    // Two statements, because a statement that waited for the lock would read the state from before the wait.
    await tx.rows(sql`SELECT id FROM instance FOR UPDATE`)
    if ((await readInstance(tx)).hasAdministrator) refuse('already_set_up')
  },

  async apply({ sql: tx }, _context: Context<Operations['setup']>, { email }, { id, passwordHash }) {
    const { administratorsProjectId: projectId, superTeamId } = await readInstance(tx)
    await createAccount(tx, { projectId, id, email, emailVerified: true, passwordHash })
    await createPersonalTeam(tx, { projectId, accountId: id, email })
    await tx.run(sql`
      INSERT INTO team_members (team_id, project_id, account_id, role) VALUES (${superTeamId}, ${projectId}, ${id}, 'owner')`)
    await tx.run(sql`UPDATE instance SET setup_completed_at = now(), setup_token_digest = NULL`)
    return toAdministrator(await findAdministrator(tx, id))
  },
})

/** Requires the token that db:setup printed once, except from the machine itself. */
function requireToken(
  { setupTokenDigest }: InstanceRow,
  token: string | undefined,
  remoteAddress: string,
): void {
  if (token === undefined && isLoopbackAddress(remoteAddress)) return
  if (!token || !setupTokenDigest || !sameDigest(digest(token), setupTokenDigest))
    refuse('setup_token_required')
}

const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && (address === '::1' || /^(::ffff:)?127\./.test(address))
