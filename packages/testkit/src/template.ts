import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { databaseCommand } from './main-file.ts'
import { ensureStored } from './stored-database.ts'

export const templateName = 'signet_template'

export interface Seed {
  readonly baseUrl: string
  readonly secretKeys: string
  readonly setupToken: string
}

const environment = {
  SIGNET_BASE_URL: 'http://localhost:8080',
  SIGNET_SECRET_KEYS: `test:${Buffer.alloc(32, 7).toString('base64url')}`,
}

export async function ensureTemplate(clusterUrl: string, servicesUrl?: string): Promise<Seed> {
  const setupToken = await ensureStored(clusterUrl, {
    name: templateName,
    origin: 'template0',
    fill: (databaseUrl) => fillTemplate(databaseUrl, servicesUrl),
  })
  return {
    baseUrl: environment.SIGNET_BASE_URL,
    secretKeys: environment.SIGNET_SECRET_KEYS,
    setupToken,
  }
}

async function fillTemplate(databaseUrl: string, servicesUrl?: string): Promise<string> {
  const printed = await runDatabaseCommand('setup', databaseUrl, servicesUrl)
  await runDatabaseCommand('migrate', databaseUrl, servicesUrl)
  const token = /^setup-token: (\S+)$/m.exec(printed)?.[1]
  if (!token) throw new Error('db:setup printed no setup token for an empty database')
  await offerNoPasskeys(databaseUrl)
  return token
}

/** An offer of a passkey would follow the first sign-in of an administrator. Tests of the offer switch it on. */
async function offerNoPasskeys(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query("UPDATE projects SET passkeys = 'allowed' WHERE reserved = 'administrators'")
  await client.end()
}

/** A process, so that the tests of the database package may use this package. */
async function runDatabaseCommand(
  name: 'setup' | 'migrate',
  databaseUrl: string,
  servicesUrl?: string,
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, databaseCommand(name), {
    env: {
      ...process.env,
      ...environment,
      DATABASE_URL: databaseUrl,
      ...(servicesUrl && { SIGNET_SERVICE_DATABASE_URL: servicesUrl }),
    },
  })
  return stdout
}
