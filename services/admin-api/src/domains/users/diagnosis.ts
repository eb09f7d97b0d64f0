import {
  type NamedSignInFailure,
  selectSignInFailures,
  selectThrottles,
  type ThrottleCount,
  type ThrottleState,
  toThrottleState,
} from '@signet/accounts'
import type { DiagnosedUser, StoredSettings } from '@signet/contracts'
import { type Executor, raw, type Sql, sql } from '@signet/db'
import { hasAcceptedPasskey, isSignInMethod, passkeysOn } from '@signet/federation'
import { selectUnmatched, type UnmatchedSignIn } from '@signet/provisioning'
import { signedInAt } from '@signet/sessions'
import type { ProjectRow } from '../../projects/row.ts'
import type { FullUserRecord } from './user-store.ts'

type SignIn = DiagnosedUser['signIn']

/** An identity at a provider that the user can sign in with. */
type Link = Omit<SignIn['otherAddresses'][number], 'email'> & { readonly email: string | null }

/** Read by one statement. */
interface SignInFacts {
  readonly throttles: readonly ThrottleCount[]
  readonly failures: readonly NamedSignInFailure[]
  readonly unmatched: readonly UnmatchedSignIn[]
  readonly links: readonly Link[]
  readonly passkey: boolean
  readonly lastSignInAt: Date | null
}

export async function diagnoseSignIn(
  executor: Executor,
  project: ProjectRow,
  user: FullUserRecord,
  settings: StoredSettings,
): Promise<SignIn> {
  const facts = await readSignInFacts(executor, project.id, user, settings)
  const throttle = toThrottleState(facts.throttles, {
    failureCap: settings['loginThrottle.failureCap'],
    windowSeconds: settings['loginThrottle.windowSeconds'],
    windowCeilingSeconds: settings['loginThrottle.windowCeilingSeconds'],
  })
  return {
    blockedBy: obstacles(project, user, throttle, facts),
    throttledUntil: throttle.until?.toISOString() ?? null,
    failuresInARow: throttle.failures,
    failures: facts.failures.map(({ lastAt, ...failure }) => ({ ...failure, lastAt: inUtc(lastAt) })),
    unmatched: toUnmatched(facts.unmatched[0]),
    otherAddresses: otherAddresses(facts.links, user.email),
    linkedProviders: facts.links.map(({ displayName }) => displayName),
    lastSignInAt: facts.lastSignInAt?.toISOString() ?? null,
  }
}

const inUtc = (time: string): string => new Date(time).toISOString()

function toUnmatched(found: UnmatchedSignIn | undefined): SignIn['unmatched'] {
  if (!found) return null
  const { userId: _user, name: _name, at, ...unmatched } = found
  return { ...unmatched, at: inUtc(at) }
}

/** Returns links whose address differs from the user's own in more than case. */
const otherAddresses = (links: readonly Link[], own: string): SignIn['otherAddresses'] =>
  links.flatMap(({ email, ...link }) =>
    email === null || email.toLowerCase() === own.toLowerCase() ? [] : [{ ...link, email }],
  )

const asList = (select: Sql): Sql =>
  sql`(SELECT COALESCE(jsonb_agg(to_jsonb(found)), '[]'::jsonb) FROM (${select}) found)`

async function readSignInFacts(
  executor: Executor,
  projectId: string,
  user: FullUserRecord,
  settings: StoredSettings,
): Promise<SignInFacts> {
  // A refused sign-in of this kind matched a user of a directory.
  const unmatched =
    user.connectionId === null ? sql`'[]'::jsonb` : asList(selectUnmatched(projectId, user.id))
  const [row] = await executor.rows<SignInFacts>(sql`
    SELECT ${asList(selectThrottles(projectId, user.id))} AS throttles,
      ${asList(selectSignInFailures(projectId, user.id))} AS failures,
      ${unmatched} AS unmatched,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('providerId', p.id, 'displayName', p.display_name, 'email', d.email,
          'verified', p.email_trusted AND d.email_proven) ORDER BY p.position, p.id)
        FROM identities d JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
        WHERE d.project_id = ${projectId} AND d.account_id = ${user.id} AND ${isSignInMethod(settings)}), '[]'::jsonb) AS links,
      EXISTS (SELECT 1 FROM accounts a JOIN projects j ON j.id = a.project_id JOIN projects o ON o.id = a.project_id
        WHERE a.project_id = ${projectId} AND a.id = ${user.id} AND ${raw(passkeysOn)} AND ${raw(hasAcceptedPasskey)}) AS passkey,
      (SELECT max(${signedInAt(sql`payload`)}) FROM oidc_sessions
        WHERE project_id = ${projectId} AND account_id = ${user.id} AND expires_at > now()) AS "lastSignInAt"`)
  if (!row) throw new Error('The facts of the sign-in were not read.')
  return row
}

function obstacles(
  project: ProjectRow,
  user: FullUserRecord,
  throttle: ThrottleState,
  { links, passkey }: SignInFacts,
): SignIn['blockedBy'] {
  const byPassword = project.passwordLogin && user.passwordSet !== false
  const hasOtherWay = passkey || links.length > 0
  const candidates: readonly (readonly [SignIn['blockedBy'][number], boolean])[] = [
    ['project_scheduled_for_deletion', project.deletionScheduledAt !== null],
    ['locked', user.locked],
    ['deactivated_by_directory', !user.active && user.connectionId !== null],
    ['deactivated', !user.active && user.connectionId === null],
    ['wrong_passwords_in_a_row', byPassword && throttle.closed],
    ['throttled', byPassword && throttle.until !== null],
    ['unverified', project.emailVerificationRequired && !user.verified],
    ['password_sign_in_off', !project.passwordLogin && !hasOtherWay],
    ['no_password', project.passwordLogin && user.passwordSet === false && !hasOtherWay],
  ]
  return candidates.filter(([, stands]) => stands).map(([obstacle]) => obstacle)
}
