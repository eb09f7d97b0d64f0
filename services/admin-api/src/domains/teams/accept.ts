import {
  choosePassword,
  clearAuthenticator,
  createAccount,
  createPersonalTeam,
  normalizeKey,
} from '@signet/accounts'
import { operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { newId, refuse } from '@signet/runtime'
import { digest } from '@signet/secrets'
import { loadSettings } from '@signet/tenancy'
import { implement } from '../../implement.ts'
import { administratorsProject } from '../administrators/read.ts'
import { refuseTeamLimit } from './read.ts'
import { findTeam, lockTeam } from './team-store.ts'

interface Opened {
  readonly id: string
  readonly teamId: string
  readonly email: string
  readonly role: 'owner' | 'member'
}

interface Invitee {
  readonly id: string
  readonly verified: boolean
  readonly entitled: boolean
}

const open = async (executor: Executor, token: string): Promise<Opened> =>
  (
    await executor.rows<Opened>(sql`
    SELECT id, team_id AS "teamId", email, role FROM team_invitations
    WHERE token_digest = ${digest(token)} AND expires_at > now()`)
  )[0] ?? refuse('invitation_invalid')

const findInvitee = async (executor: Executor, projectId: string, email: string): Promise<Invitee | null> =>
  (
    await executor.rows<Invitee>(sql`
    SELECT id, email_verified AS verified, active AND locked_at IS NULL AS entitled FROM accounts
    WHERE project_id = ${projectId} AND email_key = ${normalizeKey(email)}`)
  )[0] ?? null

/**
 * Whether the holder of the message chooses a password: for a new account, and, while addresses must be verified, for one
 * whose address nobody ever proved, because a stranger may have made it.
 */
async function mustChoose(executor: Executor, invitee: Invitee | null): Promise<boolean> {
  if (!invitee) return true
  if (!invitee.entitled) refuse('administrator_inactive')
  return !invitee.verified && (await administratorsProject(executor)).verificationRequired
}

/** Joins a team with the token of the message; a refused acceptance leaves the invitation usable. */
export const invitation_accept = implement(operations.invitation_accept, {
  async prepare({ deps }, { token, password }) {
    const { teamId, email, role } = await open(deps.database, token)
    const { id: projectId } = await administratorsProject(deps.database)
    const invitee = await findInvitee(deps.database, projectId, email)
    const chooses = await mustChoose(deps.database, invitee)
    if (chooses && password === undefined) refuse('password_required')
    if ((await findTeam(deps.database, teamId)).kind === 'personal') refuse('personal_team')
    const accountId = invitee?.id ?? newId('account')
    return {
      teamId,
      newAccountId: accountId,
      passwordHash: chooses && password !== undefined ? await deps.passwords.hash(password) : null,
      target: { id: teamId, scope: teamId, actor: accountId, detail: { email, role } },
    }
  },

  lock: ({ sql: tx }, _context, _input, { teamId }) => lockTeam(tx, teamId),

  async apply({ sql: tx }, { deps }, { token }, { newAccountId, passwordHash }) {
    const { id, teamId, email, role } = await open(tx, token)
    // Of two at once one deletes the row, and the other finds none (T08).
    if ((await tx.run(sql`DELETE FROM team_invitations WHERE id = ${id}`)) !== 1) refuse('invitation_invalid')
    const { id: projectId } = await administratorsProject(tx)
    const home = { id: projectId, issuer: deps.config.SIGNET_BASE_URL }
    const invitee = await findInvitee(tx, projectId, email)
    const accountId = invitee?.id ?? newAccountId
    if (await mustChoose(tx, invitee)) {
      if (passwordHash === null) refuse('password_required')
      if (invitee) await takeOver(tx, home, accountId, passwordHash)
      else await createInvited(tx, projectId, { id: accountId, email, passwordHash })
    }
    if (role === 'owner') await refuseTeamLimit(tx, await loadSettings(tx), accountId)
    await tx.run(sql`
      INSERT INTO team_members (team_id, project_id, account_id, role)
      VALUES (${teamId}, ${projectId}, ${accountId}, ${role}) ON CONFLICT DO NOTHING`)
    const { name, kind, members } = await findTeam(tx, teamId)
    const joined = members.find(({ userId }) => userId === accountId)?.role ?? role
    return { email, team: { id: teamId, name, kind, role: joined } }
  },
})

/** The message reached the address: the account begins verified. */
async function createInvited(
  tx: Executor,
  projectId: string,
  { id, email, passwordHash }: { id: string; email: string; passwordHash: string },
): Promise<void> {
  await createAccount(tx, { projectId, id, email, emailVerified: true, passwordHash })
  await createPersonalTeam(tx, { projectId, accountId: id, email })
}

/** Whoever made the account before keeps nothing of it: password, second factor, linked providers, sessions. */
async function takeOver(
  tx: Executor,
  home: { readonly id: string; readonly issuer: string },
  accountId: string,
  passwordHash: string,
): Promise<void> {
  await clearAuthenticator(tx, home.id, accountId)
  await tx.run(sql`DELETE FROM identities WHERE project_id = ${home.id} AND account_id = ${accountId}`)
  await choosePassword(tx, home, accountId, passwordHash)
}
