import { type Executor, sql } from '@signet/db'
import { firstLocale } from '@signet/i18n'
import { agentRequest, isMailLimit, keepLetter, mailConfigured, writeLetter } from '@signet/mail'
import { newId, newTypeId } from '@signet/runtime'
import type { OptionsContext } from '../core/issuer-context.ts'

/** Days after the latest attempt. */
const keptDays = 7
const maxWaiting = 100
const maxMailed = 20

interface UnpermittedAgent {
  readonly clientId: string
  readonly name: string
  readonly redirectUri: string
  readonly accountId: string
}

/** Only the first attempt of a client is mailed to the super administrators. A declined client stays declined. */
export const requestPermission = ({ deps, project }: OptionsContext, agent: UnpermittedAgent) =>
  deps.database.transaction(async (tx) => {
    const { clientId, name, redirectUri, accountId } = agent
    const [row] = await tx.rows<{ isNew: boolean }>(sql`
      INSERT INTO agent_requests AS r (id, client_id, name, redirect_uri, account_id, expires_at)
      SELECT ${newId('agentRequest')}, ${clientId}, ${name}, ${redirectUri}, ${accountId}, now() + make_interval(days => ${keptDays}::int)
      WHERE (SELECT count(*) FROM agent_requests WHERE status = 'waiting' AND client_id <> ${clientId}) < ${maxWaiting}
      ON CONFLICT (client_id) DO UPDATE
        SET name = EXCLUDED.name, redirect_uri = EXCLUDED.redirect_uri, account_id = EXCLUDED.account_id, last_at = now(),
          expires_at = EXCLUDED.expires_at
        WHERE r.status = 'waiting'
      RETURNING xmax = 0 AS "isNew"`)
    if (row?.isNew) await mailSuperAdministrators({ tx, deps, projectId: project.id }, agent)
  })

interface Mailing {
  readonly tx: Executor
  readonly deps: OptionsContext['deps']
  readonly projectId: string
}

interface Recipient {
  readonly id: string
  readonly email: string
  readonly locale: string | null
  readonly by: string | null
}

const readSuperAdministrators = (tx: Executor, projectId: string, by: string): Promise<Recipient[]> =>
  tx.rows<Recipient>(sql`
    SELECT a.id, a.email, a.profile->>'locale' AS locale, tried.email AS by
    FROM instance i JOIN team_members m ON m.team_id = i.super_team_id
    JOIN accounts a ON a.project_id = ${projectId} AND a.id = m.account_id
    LEFT JOIN accounts tried ON tried.project_id = ${projectId} AND tried.id = ${by}
    WHERE a.active AND a.locked_at IS NULL AND a.email IS NOT NULL AND a.email_verified ORDER BY a.id LIMIT ${maxMailed}`)

async function mailSuperAdministrators(
  { tx, deps, projectId }: Mailing,
  { clientId, redirectUri, accountId }: UnpermittedAgent,
): Promise<void> {
  if (!(await mailConfigured(tx))) return
  const url = `${deps.config.SIGNET_BASE_URL}/admin/agents`
  // The client chose its name: the subject of the mail shows its host instead.
  const agent = URL.parse(redirectUri)?.host || clientId
  const sender = { administrator: accountId }
  for (const { id, email, locale, by } of await readSuperAdministrators(tx, projectId, accountId)) {
    const message = agentRequest({ agent, by: by ?? accountId, url })
    const letter = writeLetter({ to: email, language: firstLocale(locale), message })
    const cause = { projectId, id: newTypeId('mail'), purpose: 'notice', about: { accountId: id } } as const
    try {
      await keepLetter(tx, deps.vault, { ...cause, sender, seconds: 24 * 3_600, byOutbox: true }, letter)
    } catch (error) {
      if (!isMailLimit(error)) throw error
    }
  }
}
