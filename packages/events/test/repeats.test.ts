import { type Sql, sql, Unavailable } from '@signet/db'
import { expect, test, vi } from 'vitest'
import { logoutNotice, publish, startConsumer } from '../src/index.ts'
import { during, effects, notice, stage } from './support.ts'

const patient = { timeout: 20_000, interval: 50 }
const consumer = 'logout-delivery'

test('a repeated delivery is acknowledged once the record of its effect is durable, and has no second effect', async () => {
  const { database, nats } = await stage()
  let isKept = false
  const asked = vi.fn()
  // No standby has the record: it can be read, but a write waits until its timeout.
  const run = async (statement: Sql) => {
    if (!statement.text.includes('UPDATE inbox')) return database.run(statement)
    asked()
    if (!isKept) throw new Unavailable(new Error('no standby'))
    return database.run(statement)
  }
  const onRecorded = vi.fn()
  during(
    startConsumer({
      database: Object.create(database, { run: { value: run } }),
      nats,
      event: logoutNotice,
      name: consumer,
      effect: async (tx, _, { eventId }) => {
        await tx.run(sql`INSERT INTO effects (event_id) VALUES (${eventId})`)
      },
      onDeadLetter: async () => undefined,
      onRecorded,
      backoffMs: [50],
    }),
  )
  await database.run(sql`INSERT INTO inbox (consumer, event_id) VALUES (${consumer}, 'evt_1')`)
  await vi.waitFor(() => publish(nats, logoutNotice, 'evt_1', notice('app_1')), patient)
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(1), patient)
  expect(onRecorded).not.toHaveBeenCalled()
  isKept = true
  await vi.waitFor(() => expect(onRecorded).toHaveBeenCalledWith('evt_1'), patient)
  expect(await effects(database)).toEqual({ total: 0, events: 0 })
})
