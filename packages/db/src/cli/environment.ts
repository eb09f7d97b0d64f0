import { commonEnv, databaseEnv, machineEnv, readEnv, secretsEnv, serviceLoginEnv } from '@signet/runtime'
import { createVault, secretKeys } from '@signet/secrets'
import { type Database, openDatabase } from '../database.ts'
import { Unavailable } from '../errors.ts'
import { sql } from '../sql.ts'
import { waitForDatabase } from '../wait.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

export function openForProvisioning(): Database {
  const { DATABASE_URL } = readEnv({ DATABASE_URL: databaseEnv.DATABASE_URL })
  return openDatabase({ url: DATABASE_URL, name: 'provisioning', poolSize: 3, statementTimeout: 0 })
}

/** Agents work in a local installation without further configuration. */
const localSettings = { 'mcp.enabled': true, 'clientIdMetadataDocument.enabled': true }

export function setupOptions() {
  const env = readEnv({
    SIGNET_BASE_URL: commonEnv.SIGNET_BASE_URL,
    ...secretsEnv,
    ...machineEnv,
    ...serviceLoginEnv,
  })
  const { SIGNET_MACHINE_KEYS: jwks, SIGNET_MACHINE_ACTS_FOR: actsFor } = env
  const initialSettings = process.env.SIGNET_PROFILE === 'local' ? localSettings : {}
  return {
    baseUrl: env.SIGNET_BASE_URL,
    vault: createVault(secretKeys(env.SIGNET_SECRET_KEYS)),
    initialSettings,
    serviceUrl: env.SIGNET_SERVICE_DATABASE_URL,
    machine: jwks && actsFor ? { jwks, actsFor } : undefined,
    print,
  }
}

/** Writes to stderr: programs read the output of the commands. */
const warn = (sentence: string) => void process.stderr.write(`${sentence}\n`)

/** A failure prints one sentence and sets a non-zero exit code. */
export async function runCommand(
  work: (database: Database, print: (line: string) => void) => Promise<void>,
  { waits = false } = {},
) {
  const database = openForProvisioning()
  try {
    if (waits) await waitForDatabase(() => database.rows(sql`SELECT 1 AS one`), warn)
    await work(database, print)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    throw new Error('The database of DATABASE_URL is not available.', { cause: error.cause })
  } finally {
    await database.close()
  }
}
