import { connect } from 'nats'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { emptyDatabase, startNats, startPostgres } from '../src/index.ts'

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  // Some tests kill the server.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

test('two empty databases of one run do not see each other', async () => {
  const [one, other] = await Promise.all([emptyDatabase(), emptyDatabase()])
  await query(one.url, 'CREATE TABLE mark (id int)')
  await expect(query(other.url, 'SELECT * FROM mark')).rejects.toThrow('does not exist')
  await Promise.all([one.drop(), other.drop()])
  await expect(query(one.url, 'SELECT 1')).rejects.toThrow('does not exist')
})

test('a cluster sorts text by bytes and stores UTF-8', async () => {
  const cluster = await startPostgres()
  const rows = await query(
    cluster.url('postgres'),
    "SELECT w FROM (VALUES ('ä'), ('b'), ('B')) t(w) ORDER BY w",
  )
  expect(rows).toEqual([{ w: 'B' }, { w: 'b' }, { w: 'ä' }])
  await cluster.close()
})

test('JetStream keeps its messages after kill -9, and loses them only with its store', async () => {
  const nats = await startNats()
  const count = async () => {
    const connection = await connect({ servers: nats.url })
    const manager = await connection.jetstreamManager()
    const streams = await manager.streams.list().next()
    await connection.close()
    return streams[0]?.state.messages
  }
  const connection = await connect({ servers: nats.url })
  const manager = await connection.jetstreamManager()
  await manager.streams.add({ name: 'S', subjects: ['s.>'] })
  await connection.jetstream().publish('s.1')
  await connection.close()

  await nats.kill()
  await nats.restart()
  expect(await count()).toBe(1)
  await nats.restart({ emptyStore: true })
  expect(await count()).toBeUndefined()
  await nats.close()
})
