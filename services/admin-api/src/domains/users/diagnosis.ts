import { readSignInFailures, readThrottle, type ThrottleState } from '@signet/accounts'
import type { DiagnosedUser, StoredSettings } from '@signet/contracts'
import { type Executor, raw, sql } from '@signet/db'
import { hasAcceptedPasskey, isWayIn, passkeysOn } from '@signet/federation'
import { findUnmatched } from '@signet/provisioning'
import { signedInAt } from '@signet/sessions'
import { loadSettings } from '@signet/tenancy'
import type { ProjectRow } from '../../projects/row.ts'
import type { FullUserRecord } from './user-store.ts'

type SignIn = DiagnosedUser['signIn']

interface Ways {
  readonly providers: string[]
  readonly otherAddresses: SignIn['otherAddresses']
  readonly passkey: boolean
  readonly lastSignInAt: Date | null
}

/** Collects the reasons why a user cannot sign in, so that an administrator does not have to search for them. */
export async function diagnoseSignIn(
  executor: Executor,
  project: ProjectRow,
  user: FullUserRecord,
): Promise<SignIn> {
  const settings = await loadSettings(executor)
  const throttle = await readThrottle(executor, project.id, user.id, {
    failureCap: settings['loginThrottle.failureCap'],
    windowSeconds: settings['loginThrottle.windowSeconds'],
    windowCeilingSeconds: settings['loginThrottle.windowCeilingSeconds'],
  })
  const ways = await readSignInMethods(executor, project.id, user.id, settings)
  const failures = await readSignInFailures(executor, project.id, user.id)
  return {
    blockedBy: obstacles(project, user, throttle, ways),
    throttledUntil: throttle.until?.toISOString() ?? null,
    failuresInARow: throttle.failures,
    failures: failures.map(({ lastAt, ...failure }) => ({ ...failure, lastAt: lastAt.toISOString() })),
    unmatched: await readUnmatchedOf(executor, project.id, user.id),
    otherAddresses: ways.otherAddresses,
    linkedProviders: ways.providers,
    lastSignInAt: ways.lastSignInAt?.toISOString() ?? null,
  }
}

async function readUnmatchedOf(
  executor: Executor,
  projectId: string,
  accountId: string,
): Promise<SignIn['unmatched']> {
  const found = await findUnmatched(executor, projectId, accountId)
  if (!found) return null
  const { userId: _user, name: _name, at, ...unmatched } = found
  return { ...unmatched, at: at.toISOString() }
}

async function readSignInMethods(
  executor: Executor,
  projectId: string,
  accountId: string,
  settings: StoredSettings,
): Promise<Ways> {
  const [row] = await executor.rows<Ways>(sql`
    SELECT COALESCE((SELECT array_agg(p.display_name ORDER BY p.position) FROM identities d
        JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
        WHERE d.project_id = ${projectId} AND d.account_id = ${accountId} AND ${isWayIn(settings)}), '{}') AS providers,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('providerId', p.id, 'displayName', p.display_name, 'email', d.email,
          'verified', p.email_trusted AND d.email_proven) ORDER BY p.position, p.id)
        FROM identities d JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
        JOIN accounts a ON a.project_id = d.project_id AND a.id = d.account_id
        WHERE d.project_id = ${projectId} AND d.account_id = ${accountId} AND ${isWayIn(settings)}
          AND lower(d.email) IS DISTINCT FROM lower(a.email) AND d.email IS NOT NULL), '[]'::jsonb) AS "otherAddresses",
      EXISTS (SELECT 1 FROM accounts a JOIN projects j ON j.id = a.project_id JOIN projects o ON o.id = a.project_id
        WHERE a.project_id = ${projectId} AND a.id = ${accountId} AND ${raw(passkeysOn)} AND ${raw(hasAcceptedPasskey)}) AS passkey,
      (SELECT max(${signedInAt(sql`payload`)}) FROM oidc_sessions
        WHERE project_id = ${projectId} AND account_id = ${accountId} AND expires_at > now()) AS "lastSignInAt"`)
  return row ?? { providers: [], otherAddresses: [], passkey: false, lastSignInAt: null }
}

function obstacles(
  project: ProjectRow,
  user: FullUserRecord,
  throttle: ThrottleState,
  { providers, passkey }: Ways,
): SignIn['blockedBy'] {
  const byPassword = project.passwordLogin && user.passwordSet !== false
  const hasOtherWay = passkey || providers.length > 0
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
