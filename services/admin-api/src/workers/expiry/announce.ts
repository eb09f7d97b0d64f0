import { type Executor, sql, type Transactor } from '@signet/db'
import { firstLocale } from '@signet/i18n'
import { expiryNotice, isMailLimit, keepLetter, mailConfigured, writeLetter } from '@signet/mail'
import { newTypeId } from '@signet/runtime'
import type { Vault } from '@signet/secrets'
import { claimDue, type ExpiringCredential, forgetEnded } from './due.ts'

interface AnnounceOptions {
  readonly database: Transactor
  readonly vault: Vault
  readonly baseUrl: string
}

interface Recipient {
  readonly administratorsId: string
  readonly accountId: string
  readonly email: string
  readonly locale: string | null
  readonly teamId: string
}

const maxRecipients = 20

/**
 * The records and the mails are stored in one transaction, so that a stopped process announces all of them or none. Without mail
 * delivery nothing is recorded, and the next round after its configuration announces them.
 */
export async function announceExpiries({ database, vault, baseUrl }: AnnounceOptions): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await mailConfigured(tx))) return
    await forgetEnded(tx)
    const due = await claimDue(tx)
    const recipients = await readRecipients(tx, [...new Set(due.map(({ teamId }) => teamId))])
    for (const accountId of new Set(recipients.map((one) => one.accountId))) {
      const own = recipients.filter((one) => one.accountId === accountId)
      const [recipient] = own
      const values = due.filter(({ teamId }) => own.some((one) => one.teamId === teamId))
      if (recipient) await keepNotice(tx, vault, recipient, { values, baseUrl })
    }
  })
}

/** Super administrators receive the mails of a team without an owner who has a verified address. */
async function readRecipients(tx: Executor, teamIds: readonly string[]): Promise<Recipient[]> {
  if (teamIds.length === 0) return []
  return tx.rows<Recipient>(sql`
    WITH wanted AS (SELECT unnest(${[...teamIds]}::text[]) AS team_id), reachable AS (
      SELECT i.administrators_project_id AS project_id, i.super_team_id, a.id, a.email, a.profile->>'locale' AS locale
      FROM instance i JOIN accounts a ON a.project_id = i.administrators_project_id
      WHERE a.active AND a.locked_at IS NULL AND a.email IS NOT NULL AND a.email_verified
    ), owners AS (
      SELECT r.*, w.team_id FROM wanted w JOIN team_members m ON m.team_id = w.team_id AND m.role = 'owner'
      JOIN reachable r ON r.id = m.account_id
    ), supers AS (
      SELECT r.*, w.team_id FROM wanted w CROSS JOIN reachable r JOIN team_members m
        ON m.team_id = r.super_team_id AND m.account_id = r.id
      WHERE NOT EXISTS (SELECT 1 FROM owners o WHERE o.team_id = w.team_id))
    SELECT project_id AS "administratorsId", id AS "accountId", email, locale, team_id AS "teamId"
    FROM (SELECT *, row_number() OVER (PARTITION BY team_id ORDER BY id) AS place
      FROM (SELECT * FROM owners UNION ALL SELECT * FROM supers) o) ranked
    WHERE place <= ${maxRecipients}::int ORDER BY id, team_id`)
}

const pathOf = ({ kind, projectId, objectId }: ExpiringCredential): string =>
  `/admin/projects/${projectId}/${kind === 'directory' ? 'directories' : 'providers'}/${objectId}`

async function keepNotice(
  tx: Executor,
  vault: Vault,
  { administratorsId, accountId, email, locale }: Recipient,
  { values, baseUrl }: { readonly values: readonly ExpiringCredential[]; readonly baseUrl: string },
): Promise<void> {
  const [first, ...others] = values
  if (!first) return
  const url = `${baseUrl}${others.length > 0 ? '/admin' : pathOf(first)}`
  const message = expiryNotice({ values, url })
  const letter = writeLetter({ to: email, language: firstLocale(locale), message, sender: 'Signet' })
  const id = newTypeId('mail')
  const cause = { projectId: administratorsId, id, purpose: 'expiry', about: { accountId } } as const
  try {
    await keepLetter(tx, vault, { ...cause, sender: 'self', seconds: 24 * 3_600, byOutbox: true }, letter)
  } catch (error) {
    if (!isMailLimit(error)) throw error
  }
}
