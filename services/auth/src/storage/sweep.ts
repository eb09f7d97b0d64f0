import { type Executor, raw, sql } from '@signet/db'
import type { Logger } from '@signet/runtime'
import { modelTables } from './models.ts'

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

/** Removes expired artifacts in the background. Any number of processes may do it at once: none waits for another. */
export function startSweeper(executor: Executor, logger: Logger): { close(): Promise<void> } {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => sweep(executor, () => stopped))
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

async function sweep(executor: Executor, stopped: () => boolean): Promise<void> {
  for (const table of tables) while (!stopped() && (await sweepTable(executor, table)) === batch);
}

const sweepTable = (executor: Executor, table: string): Promise<number> =>
  executor.run(sql`
    DELETE FROM ${raw(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${raw(table)} WHERE expires_at < now() LIMIT ${batch} FOR UPDATE SKIP LOCKED))`)
