import { Client } from 'pg'

/** A lost connection fails the current statement, or the next one. */
export async function connectPostgres(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // The driver also emits an error event for a lost connection, which would end the program without a listener.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export async function withPostgres<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectPostgres(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
