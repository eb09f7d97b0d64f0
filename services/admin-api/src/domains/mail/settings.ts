import { type AnswerOf, type Operations, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { mailPasswordPlace } from '@signet/mail'
import { digest, sameDigest } from '@signet/secrets'
import type { HandlerDeps } from '../../deps.ts'
import { changesDetail, implementRead, implementWithPrisma, namesNothing } from '../../implement.ts'

type SmtpSettings = AnswerOf<Operations['smtp_settings_get']>

const none: SmtpSettings = {
  configured: false,
  host: null,
  port: null,
  secure: null,
  username: null,
  passwordSet: false,
  fromName: null,
  fromEmail: null,
}

/** Reads a flag instead of the password. */
const readSettings = async (executor: Executor): Promise<SmtpSettings> =>
  (
    await executor.rows<SmtpSettings>(sql`
    SELECT true AS configured, host, port, secure, username, password_sealed IS NOT NULL AS "passwordSet",
      from_name AS "fromName", from_email AS "fromEmail" FROM smtp_settings`)
  )[0] ?? none

export const smtp_settings_get = implementRead(operations.smtp_settings_get, ({ deps }) =>
  readSettings(deps.database),
)

async function storedPassword({ database, vault }: Pick<HandlerDeps, 'database' | 'vault'>): Promise<string> {
  const [row] = await database.rows<{ sealed: string | null }>(
    sql`SELECT password_sealed AS sealed FROM smtp_settings`,
  )
  return row?.sealed ? vault.open(row.sealed, mailPasswordPlace) : ''
}

/** An empty password removes the stored one. The audit entry does not contain it. */
export const smtp_settings_update = implementWithPrisma(operations.smtp_settings_update, {
  async prepare({ deps }, { password, ...fields }) {
    const before = await readSettings(deps.database)
    const sealed = password === '' ? null : deps.vault.seal(password, mailPasswordPlace)
    const changes = changesDetail(before, fields)
    const samePassword = sameDigest(digest(password), digest(await storedPassword(deps)))
    return {
      sealed,
      unchanged: before.configured && namesNothing(changes) && samePassword,
      target: { id: 'smtp', detail: { ...changes, passwordSet: sealed !== null } },
      shows: { before: { host: before.host, port: before.port, fromEmail: before.fromEmail } },
    }
  },

  async apply({ sql: tx, prisma }, _context, { password: _password, ...fields }, { sealed }) {
    const data = { ...fields, passwordSealed: sealed }
    await prisma.smtpSettings.upsert({ where: { id: 'smtp' }, create: { id: 'smtp', ...data }, update: data })
    return readSettings(tx)
  },
})
