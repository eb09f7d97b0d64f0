import { type Executor, sql } from '@signet/db'

/** Whether messages can be sent: what needs mail is refused until then. */
export const mailConfigured = async (executor: Executor): Promise<boolean> =>
  (await executor.rows<object>(sql`SELECT 1 FROM smtp_settings`)).length === 1
