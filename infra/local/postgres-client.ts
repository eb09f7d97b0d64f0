import { Client } from 'pg'

/** A connection whose loss fails the statement under way, or the next one. */
export async function connectPostgres(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // The driver emits the loss as an error event besides; without a listener that event would end the program.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Runs work on a connection of its own, which is closed afterwards. */
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
