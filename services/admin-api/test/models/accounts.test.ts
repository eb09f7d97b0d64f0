import { sql } from '@signet/db'
import { isAttached } from '@signet/sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, signedIn, unique } from '../support/things.ts'
import { password, startWorld, type World } from '../support/world.ts'
import { type Command, type Says, walk } from './model.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

interface Account {
  readonly userId: string
  readonly exists: boolean
  readonly active: boolean
  readonly locked: boolean
  readonly verified: boolean
  readonly enrolled: boolean
  readonly signedIn: boolean
}

const while_ = (
  state: Account,
  refusal: (state: Account) => string | false,
  next: Partial<Account>,
): Says<Account> => {
  if (!state.exists) return { refused: 'not_found' }
  const refused = refusal(state)
  return refused ? { refused } : { next: { ...state, ...next } }
}

const command = (
  operation: Command<Account>['operation'],
  refusal: (state: Account) => string | false,
  next: Partial<Account>,
  fields: () => Record<string, unknown> = () => ({}),
): Command<Account> => ({
  operation,
  input: ({ userId }) => ({ projectId: world.project, userId, ...fields() }),
  says: (state) => while_(state, refusal, next),
})

const never = () => false as const
const out = { signedIn: false }

/** State table "End-user account" of the specification, with verification and authenticators. */
const commands = {
  deactivate: command('project_user_update', never, { active: false, ...out }, () => ({ active: false })),
  activate: command(
    'project_user_update',
    ({ locked }) => locked && 'user_locked',
    { active: true },
    () => ({
      active: true,
    }),
  ),
  lock: command(
    'project_user_lock',
    ({ locked }) => locked && 'user_locked',
    { locked: true, ...out },
    () => ({
      reason: 'Model',
    }),
  ),
  unlock: command('project_user_unlock', ({ locked }) => !locked && 'user_not_locked', { locked: false }),
  verify: command('project_user_mark_verified', ({ verified }) => verified && 'already_verified', {
    verified: true,
    // The address was never verified, so credentials that an attacker may have added are removed.
    enrolled: false,
    ...out,
  }),
  changeAddress: command('project_user_email_change', never, { verified: false }, () => ({
    email: `${unique('new')}@example.com`,
  })),
  reset: command('project_user_password_reset', never, out, () => ({ password, signOut: true })),
  clear: command('project_user_totp_clear', ({ enrolled }) => !enrolled && 'authenticator_not_enrolled', {
    enrolled: false,
    ...out,
  }),
  signOut: command('project_user_sign_out', never, out),
  delete: command('project_user_delete', never, { exists: false, ...out }),
}

test('an account follows the state table of the specification under every sequence of commands', async () => {
  await walk(world, {
    person: world.people.owner,
    commands,
    async start() {
      const userId = await makeUser({ world, projectId: world.project, teamId: world.team })
      await world.database.run(sql`UPDATE accounts SET totp_enrolled_at = now() WHERE id = ${userId}`)
      await signedIn({ world }, { projectId: world.project, userId })
      return {
        userId,
        exists: true,
        active: true,
        locked: false,
        verified: false,
        enrolled: true,
        signedIn: true,
      }
    },
    async check(state, trail) {
      const input = { projectId: world.project, userId: state.userId }
      const reply = await world.call(world.people.owner, 'project_user_get', input)
      const sessions = await world.database.rows(
        sql`SELECT 1 AS one FROM oidc_sessions s
          WHERE s.project_id = ${world.project} AND s.account_id = ${state.userId} AND ${isAttached(sql`s`)}`,
      )
      expect(sessions.length > 0, trail).toBe(state.signedIn)
      expect(reply.status, trail).toBe(state.exists ? 200 : 404)
      if (!state.exists) return
      expect(reply.body, trail).toMatchObject({
        active: state.active,
        status: state.locked ? 'locked' : state.active ? 'active' : 'deactivated',
        verified: state.verified,
        authenticator: state.enrolled,
      })
    },
  })
}, 120_000)
