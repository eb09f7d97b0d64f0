import { commonEnv, databaseEnv, readEnv, secretsEnv } from '@signet/runtime'
import { createVault, secretKeys } from '@signet/secrets'
import { type Database, openDatabase } from '../database.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** The database of DATABASE_URL without a limit on how long a statement may take. */
export function openForProvisioning(): Database {
  const { DATABASE_URL } = readEnv({ DATABASE_URL: databaseEnv.DATABASE_URL })
  return openDatabase({ url: DATABASE_URL, name: 'provisioning', poolSize: 3, statementTimeout: 0 })
}

/** What the seed needs beside the database. */
export function setupOptions() {
  const env = readEnv({ SIGNET_BASE_URL: commonEnv.SIGNET_BASE_URL, ...secretsEnv })
  return { baseUrl: env.SIGNET_BASE_URL, vault: createVault(secretKeys(env.SIGNET_SECRET_KEYS)), print }
}

/** Runs a provisioning command; its failure is one sentence and a non-zero exit. */
export async function runCommand(work: (database: Database, print: (line: string) => void) => Promise<void>) {
  const database = openForProvisioning()
  try {
    await work(database, print)
  } finally {
    await database.close()
  }
}
