import { type Executor, sql } from '../sql.ts'

/** @throws Error when the encoding of the database cannot store every name and address */
export async function requireEncoding(executor: Executor): Promise<void> {
  const [row] = await executor.rows<{ name: string; encoding: string }>(
    sql`SELECT current_database() AS name, current_setting('server_encoding') AS encoding`,
  )
  if (!row || row.encoding === 'UTF8') return
  throw new Error(
    `The encoding of the database ${row.name} is ${row.encoding}, and Signet needs UTF8. Create the database with CREATE DATABASE ${row.name} ENCODING 'UTF8' TEMPLATE template0.`,
  )
}
