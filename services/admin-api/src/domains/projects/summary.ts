import { type AnswerOf, type Operations, operations } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { isAtItsIssuer, isSignInMethod } from '@signet/federation'
import { refuse } from '@signet/runtime'
import { activePeople } from '@signet/sessions'
import { loadSettings } from '@signet/tenancy'
import { implementRead } from '../../implement.ts'
import { projectRights } from '../../projects/rights.ts'
import { mailConfigured } from '../mail/read.ts'
import { planUsage } from '../plans/usage.ts'

type Summary = AnswerOf<Operations['project_summary_get']>

type ObjectCounts = Pick<
  Summary,
  | 'users'
  | 'unverified'
  | 'withoutAuthenticator'
  | 'withoutLinkedIdentity'
  | 'withoutEnabledLink'
  | 'passwordWithoutAuthenticator'
  | 'groups'
  | 'provisioningConnections'
  | 'providers'
  | 'signInSeen'
>

/** Activity figures are missing until the instance counts them. */
export const project_summary_get = implementRead(
  operations.project_summary_get,
  async ({ deps: { database }, caller, project }) => {
    const settings = await loadSettings(database)
    const [counted, active, mail] = await Promise.all([
      count(database, project.id, isSignInMethod(settings)),
      activePeople(database, project.id),
      mailConfigured(database),
    ])
    const planned = caller.superAdministrator || settings['plans.enabled']
    return {
      ...counted,
      mailConfigured: mail,
      federationEnabled: settings['federation.enabled'],
      applications: project.applications,
      apis: project.apis,
      ...(active.counting && projectRights(caller, project).can.readActivity
        ? { activeThisMonth: active.people }
        : {}),
      ...(planned ? { plan: await planUsage(database, settings, project, active.people) } : {}),
    }
  },
)

/**
 * `withoutLinkedIdentity` includes links of disabled providers; `withoutEnabledLink` counts only links that users can sign in with.
 */
async function count(executor: Executor, projectId: string, signInMethod: Sql): Promise<ObjectCounts> {
  const [row] = await executor.rows<ObjectCounts>(sql`
    SELECT people.*, people.users - linked.accounts AS "withoutLinkedIdentity", people.users - linked.enabled AS "withoutEnabledLink",
      (SELECT count(*)::int FROM groups g WHERE g.project_id = p.id) AS groups,
      (SELECT jsonb_build_object('total', count(*), 'held', count(*) FILTER (WHERE held_since IS NOT NULL))
       FROM provisioning_connections c WHERE c.project_id = p.id) AS "provisioningConnections",
      (SELECT jsonb_build_object('enabled', count(*) FILTER (WHERE enabled),
         'creating', count(*) FILTER (WHERE enabled AND provisioning = 'jit'))
       FROM identity_providers i WHERE i.project_id = p.id) AS providers,
      (EXISTS (SELECT 1 FROM oidc_sessions s WHERE s.project_id = p.id AND s.account_id IS NOT NULL)
       OR EXISTS (SELECT 1 FROM activity_marks m WHERE m.project_id = p.id)) AS "signInSeen"
    FROM projects p CROSS JOIN LATERAL (
      SELECT count(*)::int AS users,
        count(*) FILTER (WHERE NOT a.email_verified)::int AS unverified,
        count(*) FILTER (WHERE a.totp_enrolled_at IS NULL)::int AS "withoutAuthenticator",
        count(*) FILTER (WHERE a.password_hash IS NOT NULL AND a.totp_enrolled_at IS NULL)::int AS "passwordWithoutAuthenticator"
      FROM accounts a WHERE a.project_id = p.id) people
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT d.account_id)::int AS accounts,
        count(DISTINCT d.account_id) FILTER (WHERE ${signInMethod})::int AS enabled
      FROM identities d JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
      WHERE d.project_id = ${projectId} AND ${isAtItsIssuer}) linked
    WHERE p.id = ${projectId}`)
  return row ?? refuse('not_found')
}
