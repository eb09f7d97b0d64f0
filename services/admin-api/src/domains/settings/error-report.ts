import { type AnswerOf, type InputOf, keptSecretMask, type Operations, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import { refuse, refuseValue } from '@signet/runtime'
import { digest, sameDigest } from '@signet/secrets'
import { bumpInstance, loadSettings } from '@signet/tenancy'
import type { HandlerDeps } from '../../deps.ts'
import { changesDetail, implement, implementRead, namesNothing } from '../../implement.ts'
import { storeSetting } from './update.ts'

type ErrorReport = AnswerOf<Operations['errorreport_settings_get']>
type Input = InputOf<Operations['errorreport_settings_update']>

/** The table stores only the credential. */
const enabledKey = 'errorreport.enabled'
export const dsnPlace = sealedPlace('dsn')

/** Every instance forwards while the setting is on and a credential is stored. */
async function readErrorReport(executor: Executor): Promise<ErrorReport> {
  const [settings, rows] = await Promise.all([
    loadSettings(executor),
    executor.rows<object>(sql`SELECT 1 FROM errorreport_settings WHERE dsn_sealed IS NOT NULL`),
  ])
  const enabled = settings[enabledKey]
  const dsnSet = rows.length === 1
  return { enabled, dsnSet, inForce: enabled && dsnSet }
}

export const errorreport_settings_get = implementRead(operations.errorreport_settings_get, ({ deps }) =>
  readErrorReport(deps.database),
)

async function storedDsn({ database, vault }: Pick<HandlerDeps, 'database' | 'vault'>): Promise<string> {
  const [row] = await database.rows<{ sealed: string | null }>(
    sql`SELECT dsn_sealed AS sealed FROM errorreport_settings`,
  )
  return row?.sealed ? vault.open(row.sealed, dsnPlace) : ''
}

/** No entry or response contains the credential, which is stored sealed. */
export const errorreport_settings_update = implement(operations.errorreport_settings_update, {
  async prepare({ deps }, input) {
    const before = await readErrorReport(deps.database)
    await refuseUnusable(deps.database, input)
    const { dsn, enabled } = input
    const sealed = dsn === '' || dsn === keptSecretMask ? null : deps.vault.seal(dsn, dsnPlace)
    const dsnSet = dsn === keptSecretMask ? before.dsnSet : sealed !== null
    const detail = changesDetail(before, { enabled, dsnSet })
    return {
      sealed,
      unchanged:
        namesNothing(detail) && (sealed === null || sameDigest(digest(dsn), digest(await storedDsn(deps)))),
      target: { id: 'errorreport', detail },
      shows: { before: { enabled: before.enabled, dsnSet: before.dsnSet } },
    }
  },

  async lock({ sql: tx }, _context, input) {
    await tx.rows<object>(sql`SELECT id FROM instance FOR UPDATE`)
    await refuseUnusable(tx, input)
  },

  async apply({ sql: tx }, _context, { enabled, dsn }, { sealed }) {
    await storeSetting(tx, enabledKey, enabled)
    if (dsn !== keptSecretMask)
      await tx.run(sql`
        INSERT INTO errorreport_settings (id, dsn_sealed) VALUES ('errorreport', ${sealed})
        ON CONFLICT (id) DO UPDATE SET dsn_sealed = EXCLUDED.dsn_sealed`)
    await bumpInstance(tx)
    return readErrorReport(tx)
  },
})

/** Rejects a credential of another form, and forwarding without a store or a credential. */
async function refuseUnusable(executor: Executor, { enabled, dsn }: Input): Promise<void> {
  const given = dsn !== '' && dsn !== keptSecretMask
  if (given && !isDsn(dsn)) refuseValue('dsn', 'must be written https://<key>@<host>/<project>')
  if (!enabled) return
  if (!(await loadSettings(executor))['errorStore.enabled']) refuse('error_store_off')
  if (!given && (dsn === '' || !(await readErrorReport(executor)).dsnSet))
    refuseValue('dsn', 'is needed while enabled')
}

function isDsn(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, pathname } = new URL(value)
  return (protocol === 'https:' || protocol === 'http:') && username !== '' && /\/\d+$/.test(pathname)
}
