import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fetchVia } from '@signet/testkit'
import type { Outcome } from '../ledger.ts'
import type { Application } from '../stack/instance.ts'
import type { Laboratory } from '../stack/laboratory.ts'
import type { Replica } from '../stack/replica.ts'
import { form, now, outcomeOf, send } from './send.ts'
import { type Family, refresh, signIn } from './sign-in.ts'
import { createPerson, lockPerson, type Person, signOutPerson } from './writes.ts'

/**
 * Creates an account, signs in to an application, returns, and locks the account, signs out or revokes its tokens. Ended tokens are
 * then tried at every replica.
 */
export async function live(lab: Laboratory): Promise<void> {
  const person = await createPerson(lab)
  if (!person) return
  const application = lab.random.pick(lab.applications)
  const family = await signIn(lab, person.email, application)
  if (!family) return
  if (lab.random.chance(0.5) && !(await refresh(lab, family))) return
  await end(lab, person, application, family)
}

async function end(lab: Laboratory, person: Person, application: Application, family: Family): Promise<void> {
  const way = lab.random.pick(['lock', 'sign out', 'revoke'] as const)
  if (way === 'revoke') return revoke(lab, family)
  const outcome = way === 'lock' ? await lockPerson(lab, person) : await signOutPerson(lab, person)
  const { name } = application
  lab.ledger.endings.push({ application: name, sid: family.sid, outcome, at: now() })
  if (way === 'lock') await mustBeRefused(lab, family, outcome)
}

/** Revokes the whole grant with the refresh token (RFC 7009). */
async function revoke(lab: Laboratory, family: Family): Promise<void> {
  const message = form(family.authorization, { token: family.refreshToken })
  const { outcome } = await send(lab.ledger, 'revocation', `${lab.issuer}/token/revocation`, message)
  await mustBeRefused(lab, family, outcome)
}

async function mustBeRefused(lab: Laboratory, family: Family, outcome: Outcome): Promise<void> {
  if (outcome !== 'done') return
  const token = hash('sha256', family.refreshToken, 'base64url')
  lab.ledger.revocations.push({ token, at: now() })
  for (const wait of [0, 2_000]) {
    await pause(wait)
    await Promise.all(lab.of('auth').map((replica) => tryAt(lab, replica, family, token)))
  }
}

async function tryAt(lab: Laboratory, replica: Replica, family: Family, token: string): Promise<void> {
  const { refreshToken: refresh_token, authorization } = family
  const message = form(authorization, { grant_type: 'refresh_token', refresh_token })
  const at = now()
  const answer = await Promise.race([
    fetchVia({ host: '127.0.0.1', port: replica.port })(`${lab.issuer}/token`, message).catch(
      () => undefined,
    ),
    pause(8_000, undefined, { ref: false }),
  ])
  const outcome = outcomeOf(answer?.status ?? 0)
  lab.ledger.uses.push({ token, replica: replica.name, at, outcome })
}
