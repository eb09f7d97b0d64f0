import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

type Statement = readonly [text: string, values?: readonly unknown[]]

/** Executes SQL in the database of a data folder of `npm start`, as its superuser. */
export async function runInDataFolder(folder: string, statements: readonly Statement[]): Promise<void> {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').trim()
  const client = new Client({
    host: '127.0.0.1',
    port: Number(read('postgres.port')),
    user: 'signet',
    password: read('postgres/password'),
    database: 'signet',
  })
  await client.connect()
  try {
    for (const [text, values = []] of statements) await client.query(text, [...values])
  } finally {
    await client.end()
  }
}
