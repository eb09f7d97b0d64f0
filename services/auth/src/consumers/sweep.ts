import { type Executor, raw, sql, type Transactor } from '@signet/db'
import { type Logger, noteSuccess } from '@signet/runtime'
import { removeIdleAgents } from '../agents/idle.ts'
import { type ModelTable, modelTables } from '../artifacts/models.ts'
import { removeUnusedClients } from '../clients/unused-clients.ts'

/** Interval of sweeps, and rows in one short transaction. */
const everyMs = 60_000
const batch = 1_000

const models: readonly ModelTable[] = Object.values(modelTables)

/** Seconds that expired rows of a table are kept. */
export const sweptTables: ReadonlyMap<string, number> = new Map([
  ...models.map(({ table, readableAfterExpiry = 0 }): [string, number] => [table, readableAfterExpiry]),
  ['throttles', 0],
  ['account_tokens', 0],
  ['sign_in_failures', 0],
  ['client_errors', 0],
  ['sign_in_hours', 0],
  // Waiting requests; a declined client has no expiry.
  ['agent_requests', 0],
  ['console_sessions', 0],
  ['agent_confirmations', 0],
  ['secret_reveals', 0],
  ['idempotency_keys', 0],
  ['agent_approvals', 7 * 86_400],
  ['team_invitations', 0],
  ['federation_transactions', 0],
  ['upstream_sessions', 0],
  ['passkey_challenges', 0],
  ['provisioning_refusals', 0],
  ['unmatched_users', 0],
])

/** Concurrent processes skip each other's locked rows. */
export function startSweeper(database: Transactor, logger: Logger): { close(): Promise<void> } {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => sweep(database, () => stopped))
      .then(() => noteSuccess('sweeper'))
      .catch((error) => logger.warn({ err: error }, 'the removal of expired rows failed'))
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

async function sweep(database: Transactor, stopped: () => boolean): Promise<void> {
  for (const [table, kept] of sweptTables)
    while (!stopped() && (await sweepTable(database, table, kept)) === batch);
  while (!stopped() && (await removeUnusedClients(database)) > 0);
  while (!stopped() && (await removeIdleAgents(database)) > 0);
}

const sweepTable = (executor: Executor, table: string, kept: number): Promise<number> =>
  executor.run(sql`
    DELETE FROM ${raw(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${raw(table)} WHERE expires_at < now() - make_interval(secs => ${kept}) LIMIT ${batch} FOR UPDATE SKIP LOCKED))`)
