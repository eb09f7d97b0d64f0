import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MessageStage, startMessageStage } from './support/approval-messages.ts'
import type { ReceivedMessage } from './support/webhook-receiver.ts'

let stage: MessageStage
beforeAll(async () => {
  stage = await startMessageStage()
})
afterAll(() => stage?.close())
beforeEach(() => stage.reset())

const page = readFileSync(
  new URL('../../../apps/docs/pages/how-to/automation/approval-messages.md', import.meta.url),
  'utf8',
)
const codeOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ''

interface Recipe {
  verify(secret: string, headers: ReceivedMessage['headers'], body: string): object
}

const recipe = (): Promise<Recipe> =>
  import(`data:text/javascript;base64,${Buffer.from(codeOf('js')).toString('base64')}`)

/** Runs the code of the page; undefined without Python. */
function verifyInPython(secret: string, { headers, body }: ReceivedMessage): string | undefined {
  const program = `${codeOf('python')}
import sys
given = json.load(sys.stdin)
print(verify(given["secret"], given["headers"], given["body"].encode())["type"])`
  const { error, stdout } = spawnSync('python3', ['-c', program], {
    input: JSON.stringify({ secret, headers, body }),
    encoding: 'utf8',
  })
  return error ? undefined : stdout.trim()
}

describe('signature:', () => {
  test('the code of the documents verifies a received message and rejects a changed or old one', async () => {
    const secret = await stage.setReceiver()
    stage.startProcess()
    await stage.request()
    await expect.poll(stage.types).toHaveLength(1)
    const [message = { headers: {}, body: '' }] = stage.receiver.received
    const { headers, body } = message
    const { verify } = await recipe()
    expect(verify(secret, headers, body)).toMatchObject({ type: 'approval.requested' })
    expect(() => verify(secret, headers, body.replace('pending', 'approved'))).toThrow('signature')
    expect(() => verify(secret, { ...headers, 'webhook-id': 'another' }, body)).toThrow('signature')
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, headers, body)).toThrow('signature')
    const old = String(Number(headers['webhook-timestamp']) - 301)
    expect(() => verify(secret, { ...headers, 'webhook-timestamp': old }, body)).toThrow('recent')
    expect(verifyInPython(secret, message) ?? 'approval.requested').toBe('approval.requested')
    expect(verifyInPython(secret, { headers, body: `${body} ` }) ?? '').toBe('')
  })

  test('a new secret signs the next attempt, and the former one no longer does', async () => {
    const former = await stage.setReceiver()
    stage.receiver.answer((response) => void response.writeHead(401).end())
    stage.startProcess()
    await stage.request()
    await expect
      .poll(stage.read)
      .toMatchObject({ lastFailure: { reason: 'The response has the status 401.' } })
    const secret = await stage.rotate()
    stage.receiver.answer((response) => void response.writeHead(204).end())
    await stage.makeDue()
    await expect.poll(stage.read).toMatchObject({ delivered: 1 })
    const last = stage.receiver.received.at(-1) ?? { headers: {}, body: '' }
    const { verify } = await recipe()
    expect(verify(secret, last.headers, last.body)).toMatchObject({ type: 'approval.requested' })
    expect(() => verify(former, last.headers, last.body)).toThrow('signature')
  })
})

describe('webhook of approvals:', () => {
  const address = 'https://chat.example.com/signet'

  test('a secret is returned once, and no read, entry, log and stored value contains it', async () => {
    const lines: string[] = []
    stage.startProcess({ lines })
    expect(await stage.set(address)).toMatchObject({ url: address, since: expect.any(String), waiting: 0 })
    const secret = await stage.rotate()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await stage.request()
    await expect.poll(stage.read).toMatchObject({ lastFailure: expect.any(Object) })
    const entries = await stage.world.database.rows(
      sql`SELECT detail FROM audit_entries WHERE action LIKE 'mcp.approval_webhook.%' ORDER BY id DESC LIMIT 2`,
    )
    expect(entries).toEqual([{ detail: { url: address } }, { detail: { url: { from: null, to: address } } }])
    const stored = await stage.world.database.rows(sql`SELECT * FROM approval_webhooks`)
    const seen =
      JSON.stringify([await stage.set(address), await stage.read(), entries, stored]) + lines.join('')
    expect(seen).not.toContain(secret.slice('whsec_'.length))
  })

  test('another address has another secret, and the same address changes nothing', async () => {
    const row = async () =>
      (
        await stage.world.database.rows<{ url: string; sealed: string }>(
          sql`SELECT url, secret_sealed AS sealed, created_at FROM approval_webhooks`,
        )
      )[0]
    await stage.set(address)
    const first = await row()
    await stage.set(address)
    expect(await row()).toEqual(first)
    await stage.set(`${address}/2`)
    const opened = [first, await row()].map((one) =>
      stage.world.deps.vault.open(one?.sealed ?? '', sealedPlace('approvalWebhook')),
    )
    expect(new Set(opened).size).toBe(2)
  })

  test('concurrent changes leave one address, and each of them has an audit entry', async () => {
    const count = async () =>
      (
        await stage.world.database.rows(
          sql`SELECT 1 FROM audit_entries WHERE action = 'mcp.approval_webhook.set'`,
        )
      ).length
    const before = await count()
    await Promise.all([1, 2, 3].map((index) => stage.set(`${address}/${index}`)))
    expect(await count()).toBe(before + 3)
    expect(await stage.world.database.rows(sql`SELECT url FROM approval_webhooks`)).toHaveLength(1)
  })

  test('the removal of the address deletes the waiting messages', async () => {
    await stage.setReceiver()
    await stage.request()
    await stage.set(null)
    expect(await stage.read()).toMatchObject({ url: null, since: null, waiting: 0 })
    await stage.setReceiver()
    stage.startProcess()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(stage.receiver.received).toEqual([])
  })

  test.each([
    'ftp://chat.example.com/',
    'https://ada:secret@chat.example.com/',
    'https://chat.example.com/#a',
  ])('the address %s is refused and changes nothing', async (url) => {
    expect(
      await stage.world.refused(stage.world.people.super, 'approval_webhook_set', { url }),
    ).toMatchObject({
      code: 'invalid_value',
    })
    expect((await stage.read()).url).toBeNull()
  })

  test('only a super administrator reads and sets the address', async () => {
    for (const [name, input] of [
      ['approval_webhook_get', {}],
      ['approval_webhook_set', { url: address }],
      ['approval_webhook_secret_rotate', {}],
      ['approval_webhook_test', {}],
    ] as const)
      expect(await stage.world.refused(stage.owner, name, input)).toMatchObject({ code: 'forbidden' })
  })

  test('a test sends a signed message and returns its result', async () => {
    const secret = await stage.setReceiver()
    const attempt = () => stage.world.ok(stage.world.people.super, 'approval_webhook_test', {})
    expect(await attempt()).toEqual({ outcome: 'delivered', reason: null, milliseconds: expect.any(Number) })
    const [message = { headers: {}, body: '' }] = stage.receiver.received
    const { verify } = await recipe()
    expect(verify(secret, message.headers, message.body)).toMatchObject({ type: 'approval.test' })
    stage.receiver.answer((response) => void response.writeHead(404).end())
    expect(await attempt()).toMatchObject({ outcome: 'failed', reason: 'The response has the status 404.' })
    expect(await stage.read()).toMatchObject({ delivered: 0, failed: 0, lastFailure: null })
  })
})
