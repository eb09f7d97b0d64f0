import { type Database, type Executor, raw, sql } from '@signet/db'
import type { Logger } from '@signet/runtime'
import { modelTables } from './models.ts'
import { removeUnusedClients } from './unused-clients.ts'

/** How often expired rows are looked for, and how many go at once: short transactions, never a long scan. */
const everyMs = 60_000
const batch = 1_000

const tables = [
  ...new Set(Object.values(modelTables).map(({ table }) => table)),
  'throttles',
  'account_tokens',
  'console_sessions',
  'agent_confirmations',
  'team_invitations',
  'federation_transactions',
]

/**
 * Removes expired artifacts, and registrations nobody used, in the background. Any number of processes may do it at
 * once: none waits for another.
 */
export function startSweeper(database: Database, logger: Logger): { close(): Promise<void> } {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => sweep(database, () => stopped))
      .catch((error) => logger.warn({ err: error }, 'sweeping failed'))
  }, everyMs)
  timer.unref()
  return {
    async close() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}

async function sweep(database: Database, stopped: () => boolean): Promise<void> {
  for (const table of tables) while (!stopped() && (await sweepTable(database, table)) === batch);
  while (!stopped() && (await removeUnusedClients(database)) > 0);
}

const sweepTable = (executor: Executor, table: string): Promise<number> =>
  executor.run(sql`
    DELETE FROM ${raw(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${raw(table)} WHERE expires_at < now() LIMIT ${batch} FOR UPDATE SKIP LOCKED))`)
