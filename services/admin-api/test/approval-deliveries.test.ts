import { sql } from '@signet/db'
import { scrape } from '@signet/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MessageStage, startMessageStage } from './support/approval-messages.ts'

let stage: MessageStage
beforeAll(async () => {
  stage = await startMessageStage()
})
afterAll(() => stage?.close())
beforeEach(() => stage.reset())

describe('delivery:', () => {
  test('a message after the status 500 is sent again with the same id, and its failure is shown until then', async () => {
    await stage.setReceiver()
    stage.receiver.answer((response) => void response.writeHead(500).end())
    stage.startProcess()
    await stage.request()
    await expect.poll(stage.types).toHaveLength(1)
    await expect.poll(stage.read).toMatchObject({
      waiting: 1,
      lastFailure: { at: expect.any(String), reason: 'The response has the status 500.' },
    })
    const [{ left } = { left: 0 }] = await stage.world.database.rows<{ left: number }>(
      sql`SELECT extract(epoch FROM due_at - now())::float8 AS left FROM approval_messages`,
    )
    expect(left).toBeGreaterThan(3)
    expect(left).toBeLessThanOrEqual(5)
    stage.receiver.answer((response) => void response.writeHead(200).end('ok'))
    await stage.makeDue()
    await expect.poll(stage.read).toMatchObject({ waiting: 0, delivered: 1, lastFailure: null })
    const [first, second] = stage.receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
  })

  test('a message is delivered when the process ends between the commit and the delivery', async () => {
    await stage.setReceiver()
    const id = await stage.request()
    expect(stage.receiver.received).toEqual([])
    expect(await stage.read()).toMatchObject({ waiting: 1 })
    stage.startProcess()
    await expect.poll(stage.types).toEqual(['approval.requested'])
    expect(stage.receiver.received[0]?.headers['webhook-id']).toBe(`${id}_requested`)
  })

  test('a message is sent again when the process ends during its attempt', async () => {
    await stage.setReceiver()
    await stage.request()
    // An ended process has claimed it, and nothing was recorded.
    await stage.world.database.run(sql`
      UPDATE approval_messages SET attempts = 1, tried_at = now() - interval '31 s', due_at = now() - interval '1 s'`)
    stage.startProcess()
    await expect.poll(stage.types).toEqual(['approval.requested'])
    await expect.poll(stage.read).toMatchObject({ waiting: 0, delivered: 1 })
  })

  test('two processes send each message once', async () => {
    await stage.setReceiver()
    stage.startProcess()
    stage.startProcess()
    for (let index = 0; index < 4; index += 1) await stage.request()
    await expect.poll(stage.read).toMatchObject({ waiting: 0, delivered: 4 })
    expect(stage.receiver.received).toHaveLength(4)
  })

  test('a message is given up after a day, which the administrator and the metric show', async () => {
    const givenUp = async () =>
      Number(/^signet_approval_messages_total\{outcome="given_up"\} (\d+)$/m.exec(await scrape())?.[1])
    await stage.setReceiver()
    stage.receiver.answer((response) => void response.writeHead(410).end())
    await stage.request()
    await stage.world.database.run(sql`UPDATE approval_messages SET created_at = now() - interval '24 hours'`)
    stage.startProcess()
    const before = await givenUp()
    await expect.poll(stage.read).toMatchObject({
      waiting: 0,
      failed: 1,
      lastFailure: { reason: 'The response has the status 410.' },
    })
    await stage.makeDue()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(stage.receiver.received).toHaveLength(1)
    expect(await givenUp()).toBe(before + 1)
  })

  test('a private address gets no request, and its failure has no part of the address', async () => {
    await stage.setReceiver()
    const lines: string[] = []
    stage.startProcess({ allow: [], lines })
    await stage.request()
    await expect
      .poll(stage.read)
      .toMatchObject({ waiting: 1, lastFailure: { reason: expect.stringContaining('is not public') } })
    expect(stage.receiver.received).toEqual([])
    expect(JSON.stringify((await stage.read()).lastFailure) + lines.join('')).not.toContain('127.0.0.1')
  })

  test('a redirect is not followed', async () => {
    await stage.setReceiver()
    stage.receiver.answer(
      (response) => void response.writeHead(307, { location: `${stage.receiver.url}/other` }).end(),
    )
    stage.startProcess()
    await stage.request()
    await expect.poll(stage.read).toMatchObject({ waiting: 1, lastFailure: { reason: expect.any(String) } })
    expect(stage.receiver.received).toHaveLength(1)
  })
})
