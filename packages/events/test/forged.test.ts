import { sql } from '@signet/db'
import { collectProcessMetrics, scrape } from '@signet/runtime'
import { expect, test, vi } from 'vitest'
import { enqueue, logoutNotice, type PayloadOf, startConsumer, startRelay } from '../src/index.ts'
import { during, notice, outboxCount, stage } from './support.ts'

type Notice = PayloadOf<typeof logoutNotice>

async function arrange() {
  collectProcessMetrics()
  const { database, nats } = await stage()
  const seen: string[] = []
  const note = async ({ clientId }: Partial<Notice>) => void seen.push(clientId ?? 'none')
  during(
    startConsumer({
      database,
      nats,
      event: logoutNotice,
      name: 'logout-delivery',
      work: note,
      onDeadLetter: async () => void seen.push('dead letter'),
    }),
  )
  const connection = await nats.connected(AbortSignal.timeout(5_000))
  const forge = (msgID: string, payload: unknown, projectId = 'prj_1') =>
    vi.waitFor(() =>
      connection
        .jetstream()
        .publish(`signet.logout.notice.v1.${projectId}`, JSON.stringify(payload), { msgID }),
    )
  return { database, nats, seen, forge }
}

const discarded = async (): Promise<number> =>
  Number(
    /^signet_messages_discarded_total\{consumer="logout-delivery"\} (\d+)$/m.exec(await scrape())?.[1] ?? 0,
  )

test('a message without an outbox row has no effect, and is deleted from the stream', async () => {
  const { database, nats, seen, forge } = await arrange()
  const before = await discarded()
  await forge('evt_forged', notice('app_forged'))
  await vi.waitFor(async () => expect(await discarded()).toBe(before + 1))
  during(startRelay({ database, nats }))
  await enqueue(database, logoutNotice, notice('app_true'))
  await vi.waitFor(() => expect(seen).toEqual(['app_true']))
})

test('the effect of a message with the id of an outbox row uses the content of the row', async () => {
  const { database, seen, forge } = await arrange()
  const id = await enqueue(database, logoutNotice, notice('app_true'))
  await forge(id, notice('app_forged'))
  await vi.waitFor(() => expect(seen).toEqual(['app_true']))
  expect(await outboxCount(database)).toBe(0)
})

test('a message whose subject differs from that of its outbox row has no effect, and the row stays', async () => {
  const { database, seen, forge } = await arrange()
  const id = await enqueue(database, logoutNotice, notice('app_true'))
  const before = await discarded()
  await forge(id, { ...notice('app_true'), projectId: 'prj_2' }, 'prj_2')
  await vi.waitFor(async () => expect(await discarded()).toBe(before + 1))
  expect(seen).toEqual([])
  expect(await database.rows(sql`SELECT id FROM outbox`)).toEqual([{ id }])
})
