import { type Executor, sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import type { Place, Vault } from '@signet/secrets'

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

/** Returns whether mail is configured; operations that send mail are rejected otherwise. */
export const mailConfigured = async (executor: Executor): Promise<boolean> =>
  (await executor.rows<object>(sql`SELECT 1 FROM smtp_settings`)).length === 1

/** Reads the settings for every message, so that a change takes effect immediately on every replica. */
export async function loadMailSettings(executor: Executor, vault: Vault): Promise<MailSettings | null> {
  const [row] = await executor.rows<Omit<MailSettings, 'password'> & { sealed: string | null }>(sql`
    SELECT host, port, secure, username, password_sealed AS sealed, from_name AS "fromName", from_email AS "fromEmail"
    FROM smtp_settings`)
  if (!row) return null
  const { sealed, ...settings } = row
  return { ...settings, password: sealed === null ? '' : vault.open(sealed, mailPasswordPlace) }
}
