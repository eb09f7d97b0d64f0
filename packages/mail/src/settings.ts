import { displayNameOf } from '@signet/accounts'
import type { MailKind, MailTexts } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import type { Locale } from '@signet/i18n'
import type { Place, Vault } from '@signet/secrets'
import type { MailLogo } from './logo.ts'

export const mailPasswordPlace: Place = sealedPlace('mailPassword')

export interface MailSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte. */
  readonly secure: boolean
  /** Empty: no authentication. */
  readonly username: string
  readonly password: string
  readonly fromName: string
  readonly fromEmail: string
}

export const mailConfigured = async (executor: Executor): Promise<boolean> =>
  (await executor.rows<object>(sql`SELECT 1 FROM smtp_settings`)).length === 1

/** Null without a mail server. */
export async function senderAddress(executor: Executor): Promise<string | null> {
  const [row] = await executor.rows<{ address: string }>(sql`SELECT from_email AS address FROM smtp_settings`)
  return row?.address ?? null
}

interface SettingsRow extends Omit<MailSettings, 'password'> {
  readonly sealed: string | null
}

function open(
  { host, port, secure, username, fromName, fromEmail, sealed }: SettingsRow,
  vault: Vault,
): MailSettings {
  const password = sealed === null ? '' : vault.open(sealed, mailPasswordPlace)
  return { host, port, secure, username, fromName, fromEmail, password }
}

/** Read for every message, so that a change takes effect immediately on every replica. */
export async function loadMailSettings(executor: Executor, vault: Vault): Promise<MailSettings | null> {
  const [row] = await executor.rows<SettingsRow>(sql`
    SELECT host, port, secure, username, password_sealed AS sealed, from_name AS "fromName", from_email AS "fromEmail"
    FROM smtp_settings`)
  return row ? open(row, vault) : null
}

interface ProjectMail {
  readonly projectId: string
  readonly language: Locale
  /** Null for a mail whose texts no project edits. */
  readonly accountId: string | null
  readonly kind: MailKind | null
}

interface ProjectMailRow extends SettingsRow, MailTexts {
  readonly logo: Buffer | null
  readonly logoType: string | null
  readonly userName: string | null
  readonly verified: boolean | null
}

const toLogo = ({ logo, logoType }: ProjectMailRow): MailLogo | undefined =>
  logo && logoType ? { bytes: logo, type: logoType } : undefined

/** Reads the settings, the logo of the project and its edited texts in one statement. */
export async function loadForProject(
  executor: Executor,
  vault: Vault,
  { projectId, accountId, kind, language }: ProjectMail,
) {
  const [row] = await executor.rows<ProjectMailRow>(sql`
    SELECT s.host, s.port, s.secure, s.username, s.password_sealed AS sealed, s.from_name AS "fromName",
      s.from_email AS "fromEmail", p.logo, p.logo_type AS "logoType", t.subject, t.intro, t.button, ${displayNameOf(sql`a`)} AS "userName",
      a.email_verified AS verified
    FROM smtp_settings s
    LEFT JOIN projects p ON p.id = ${projectId}
    LEFT JOIN mail_texts t ON t.project_id = ${projectId} AND t.kind = ${kind} AND t.language = ${language}
    LEFT JOIN accounts a ON a.project_id = t.project_id AND a.id = ${accountId}`)
  if (!row) return null
  const { subject, intro, button, userName, verified } = row
  return {
    settings: open(row, vault),
    logo: toLogo(row),
    texts: { subject, intro, button },
    user: { name: userName, isVerified: verified === true },
  }
}
