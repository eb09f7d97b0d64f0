import { sql } from '@signet/db'
import { auditEntry, connectNats, startConsumer } from '@signet/events'
import { freePort } from '@signet/local-servers'
import { startNats } from '@signet/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createUser, startProcess } from './support/process.ts'
import { startWorld } from './support/world.ts'

const patient = { timeout: 60_000, interval: 100 }

test('all changes succeed while NATS stops and starts again, and each entry is received once', async () => {
  const world = await startWorld()
  onTestFinished(() => world.close())
  const server = await startNats()
  onTestFinished(() => server.close())
  const port = await freePort()
  const service = await startProcess(world, server.url, port)
  onTestFinished(() => void service.kill('SIGKILL'))
  const received: string[] = []
  const nats = connectNats({ url: server.url, name: 'listener' })
  onTestFinished(() => nats.close())
  const listener = startConsumer({
    database: world.database,
    nats,
    event: auditEntry,
    name: 'listener',
    effect: async (_, { action, targetId }) => void (action === 'enduser.create' && received.push(targetId)),
    onDeadLetter: async () => undefined,
  })
  onTestFinished(() => listener.close())

  const created: (string | null)[] = []
  const create = async (count: number) => {
    for (let n = 0; n < count; n += 1)
      created.push(
        await createUser(port, world.people.owner, world.project, `u${created.length}@example.com`),
      )
  }
  await create(20)
  await server.kill()
  await create(40)
  await server.restart()
  await create(20)
  await server.stop()
  await create(20)
  await server.restart()

  expect(created).not.toContain(null)
  await vi.waitFor(() => expect(received.toSorted()).toEqual(created.toSorted()), patient)
  const waiting = () => world.database.rows(sql`SELECT id FROM outbox`)
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), patient)
}, 120_000)
