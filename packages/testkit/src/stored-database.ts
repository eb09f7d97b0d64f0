import { Client } from 'pg'

interface StoredDatabase {
  readonly name: string
  readonly origin: string
  /**
   * Closes all connections to the database.
   * @returns the text
   */
  fill(databaseUrl: string): Promise<string>
}

/** Creates the database once per cluster; test files that need it concurrently wait. */
export async function ensureStored(clusterUrl: string, stored: StoredDatabase): Promise<string> {
  const client = new Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('stored database'), hashtext($1))", [stored.name])
    return (await textOf(client, stored.name)) ?? (await store(client, clusterUrl, stored))
  } finally {
    await client.end()
  }
}

async function textOf(client: Client, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ text: string }>(
    "SELECT shobj_description(oid, 'pg_database') AS text FROM pg_database WHERE datname = $1",
    [name],
  )
  return rows[0]?.text
}

async function store(
  client: Client,
  clusterUrl: string,
  { name, origin, fill }: StoredDatabase,
): Promise<string> {
  const unfinished = `${name}_unfinished`
  await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${unfinished} TEMPLATE ${origin}`)
  const url = new URL(clusterUrl)
  url.pathname = `/${unfinished}`
  const text = await fill(url.href)
  await client.query(`COMMENT ON DATABASE ${unfinished} IS ${client.escapeLiteral(text)}`)
  await client.query(`ALTER DATABASE ${unfinished} ALLOW_CONNECTIONS false`)
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
  return text
}
