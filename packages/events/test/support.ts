import { type Database, openDatabase, sql } from '@signet/db'
import { freshDatabase, startNats } from '@signet/testkit'
import { onTestFinished } from 'vitest'
import { connectNats, type logoutNotice, type PayloadOf } from '../src/index.ts'

export async function stage() {
  const [fresh, server] = await Promise.all([freshDatabase(), startNats()])
  const database = openDatabase({ url: fresh.url, name: 'test', poolSize: 10 })
  await database.run(sql`CREATE TABLE effects (event_id text NOT NULL, detail text)`)
  const nats = connectNats({ url: server.url, name: 'test' })
  onTestFinished(async () => {
    await nats.close()
    await server.close()
    await database.close()
    await fresh.drop()
  })
  return { database, server, nats }
}

export function during<Started extends { close(): Promise<void> }>(started: Started): Started {
  onTestFinished(() => started.close())
  return started
}

export const notice = (clientId: string): PayloadOf<typeof logoutNotice> => ({
  projectId: 'prj_1',
  clientId,
  issuer: 'https://id.example.com/p',
  sub: 'usr_1',
  sid: null,
  at: '2026-01-01T00:00:00.000Z',
})

export async function outboxCount(database: Database): Promise<number> {
  const [row] = await database.rows<{ n: number }>(sql`SELECT count(*) AS n FROM outbox`)
  return row?.n ?? -1
}

export async function effects(database: Database): Promise<{ total: number; events: number }> {
  const [row] = await database.rows<{ total: number; events: number }>(
    sql`SELECT count(*) AS total, count(DISTINCT event_id) AS events FROM effects`,
  )
  return row ?? { total: -1, events: -1 }
}
