import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'

export const templateName = 'signet_template'

/** Values with which the template was seeded and which services under test need. */
export interface Seed {
  readonly baseUrl: string
  readonly secretKeys: string
  readonly setupToken: string
}

const environment = {
  SIGNET_BASE_URL: 'http://localhost:8080',
  SIGNET_SECRET_KEYS: `test:${Buffer.alloc(32, 7).toString('base64url')}`,
}

const lockNumber = 0x5167
const unfinishedName = `${templateName}_unfinished`

/** Creates the template once per cluster; test files that need it concurrently wait. */
export async function ensureTemplate(clusterUrl: string, servicesUrl?: string): Promise<Seed> {
  const client = new Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockNumber])
    const setupToken =
      (await tokenOfTemplate(client)) ?? (await makeTemplate(client, clusterUrl, servicesUrl))
    return {
      baseUrl: environment.SIGNET_BASE_URL,
      secretKeys: environment.SIGNET_SECRET_KEYS,
      setupToken,
    }
  } finally {
    await client.end()
  }
}

/** Reads the token printed by db:setup, stored as the comment of the template. */
async function tokenOfTemplate(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ token: string }>(
    "SELECT shobj_description(oid, 'pg_database') AS token FROM pg_database WHERE datname = $1",
    [templateName],
  )
  return rows[0]?.token
}

async function makeTemplate(client: Client, clusterUrl: string, servicesUrl?: string): Promise<string> {
  await client.query(`DROP DATABASE IF EXISTS ${unfinishedName} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${unfinishedName} TEMPLATE template0`)
  const url = new URL(clusterUrl)
  url.pathname = `/${unfinishedName}`
  const printed = await runDatabaseCommand('setup', url.href, servicesUrl)
  await runDatabaseCommand('migrate', url.href, servicesUrl)
  const token = /^setup-token: (\S+)$/m.exec(printed)?.[1]
  if (!token) throw new Error('db:setup printed no setup token for an empty database')
  await offerNoPasskeys(url.href)
  await client.query(`COMMENT ON DATABASE ${unfinishedName} IS ${client.escapeLiteral(token)}`)
  await client.query(`ALTER DATABASE ${unfinishedName} ALLOW_CONNECTIONS false`)
  await client.query(`ALTER DATABASE ${unfinishedName} RENAME TO ${templateName}`)
  return token
}

/** Switches off the offer of a passkey that follows the first sign-in of an administrator. Tests of the offer switch it on. */
async function offerNoPasskeys(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query("UPDATE projects SET passkeys = 'allowed' WHERE reserved = 'administrators'")
  await client.end()
}

/** Runs the command as a process, so that the tests of the database package may use this package. */
async function runDatabaseCommand(
  name: 'setup' | 'migrate',
  databaseUrl: string,
  servicesUrl?: string,
): Promise<string> {
  const file = fileURLToPath(new URL(`../../db/src/cli/${name}.ts`, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    env: {
      ...process.env,
      ...environment,
      DATABASE_URL: databaseUrl,
      ...(servicesUrl && { SIGNET_SERVICE_DATABASE_URL: servicesUrl }),
    },
  })
  return stdout
}
