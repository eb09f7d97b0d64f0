import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import { acrossProjects } from '@signet/db/unscoped'
import { createEgress } from '@signet/http'
import { createLogger, scrape } from '@signet/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startApprovalMessages } from '../src/approvals/webhook/deliver.ts'
import type { Person } from './support/people.ts'
import { makeUser } from './support/things.ts'
import { type ReceivedMessage, type Receiver, startReceiver } from './support/webhook-receiver.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let receiver: Receiver
let agent: Person
let owner: Person
beforeAll(async () => {
  receiver = await startReceiver()
  world = await startWorld([receiver.pair])
  owner = world.people.owner
  await world.database.run(sql`UPDATE agent_clients SET approval = 'ask'`)
  agent = await world.agent(owner, ['admin:read', 'admin:high'])
})
afterAll(async () => {
  receiver?.close()
  await world?.close()
})
beforeEach(async () => {
  receiver.reset()
  await world.database.run(sql`DELETE FROM agent_approvals`)
  await world.database.run(sql`DELETE FROM agent_suspensions`)
  await world.database.run(sql`DELETE FROM approval_webhooks`)
  await world.database.run(sql`DELETE FROM throttles`)
})

const set = (url: string | null) => world.ok(world.people.super, 'approval_webhook_set', { url })
const rotate = async () =>
  (await world.ok(world.people.super, 'approval_webhook_secret_rotate', {})).signingSecret
const read = () => world.ok(world.people.super, 'approval_webhook_get', {})

/** Sets the receiver of this file. Returns the secret. */
async function setReceiver(): Promise<string> {
  await set(receiver.url)
  return rotate()
}

/** Starts a process that delivers. `allow` are the addresses on this machine that it may reach. */
function startProcess({ allow = [receiver.pair], lines = [] as string[] } = {}) {
  const { vault, config, database } = world.deps
  const running = startApprovalMessages({
    database: acrossProjects(database),
    vault,
    egress: createEgress({ allow, stepMs: 1 }),
    logger: createLogger('test', 'debug', { write: (line) => void lines.push(line) }),
    baseUrl: config.SIGNET_BASE_URL,
    everyMs: 10,
  })
  onTestFinished(() => running.close())
  return running
}

const secretArgument = 'an argument that must not leave'

/** Requests an approval as an agent. Returns its id. */
async function request(): Promise<string> {
  const userId = await makeUser({ world, projectId: world.project, teamId: world.team })
  const input = { projectId: world.project, userId }
  const headers = { 'signet-reason': encodeURIComponent(secretArgument) }
  const { body } = await world.call(agent, 'project_user_delete', input, { headers })
  return String((body as { confirmation: string }).confirmation)
}

const contentOf = ({ body }: ReceivedMessage) => JSON.parse(body) as { type: string; data: { id: string } }
const types = () => receiver.received.map((message) => contentOf(message).type)
const makeDue = () => world.database.run(sql`UPDATE approval_messages SET due_at = now()`)

describe('a message about an approval:', () => {
  test('a requested call is described without its arguments, the words of the agent and secrets', async () => {
    await setReceiver()
    startProcess()
    const id = await request()
    await expect.poll(types).toEqual(['approval.requested'])
    const [message] = receiver.received
    expect(message && contentOf(message)).toEqual({
      type: 'approval.requested',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        id,
        state: 'pending',
        agent: { clientId: 'signet-agent', name: expect.any(String) },
        operation: { tool: 'project_user_delete', title: 'Delete a user' },
        effects: expect.arrayContaining(['destroys']),
        projectId: world.project,
        teamId: world.team,
        needsSecondApproval: false,
        expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
        url: `${world.deps.config.SIGNET_BASE_URL}/admin/approvals/${id}`,
      },
    })
    const [{ userId } = { userId: '' }] = await world.database.rows<{ userId: string }>(
      sql`SELECT input->>'userId' AS "userId" FROM agent_approvals`,
    )
    expect(message?.body).not.toContain(userId)
    expect(message?.body).not.toContain(secretArgument)
    expect(message?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': `${id}_requested`,
    })
  })

  test('each decision and each expiry is sent once', async () => {
    await setReceiver()
    startProcess()
    const approved = await request()
    await world.ok(owner, 'approval_approve', { approvalId: approved })
    const refused = await request()
    await world.ok(owner, 'approval_refuse', { approvalId: refused })
    await world.database.run(
      sql`UPDATE agent_approvals SET decided_at = now() - interval '1 hour' WHERE status = 'refused'`,
    )
    const expired = await request()
    await world.database.run(sql`UPDATE agent_approvals SET expires_at = now() WHERE id = ${expired}`)
    const ids = () =>
      receiver.received
        .map((message) => `${contentOf(message).type} ${contentOf(message).data.id}`)
        .toSorted()
    const all = [
      ...[approved, refused, expired].map((id) => `approval.requested ${id}`),
      `approval.approved ${approved}`,
      `approval.refused ${refused}`,
      `approval.expired ${expired}`,
    ].toSorted()
    await expect.poll(ids).toEqual(all)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(ids()).toEqual(all)
    expect(await read()).toMatchObject({ waiting: 0, delivered: 6, failed: 0, lastFailure: null })
  })

  test('the refusal of everything from an agent is sent for each of its calls', async () => {
    await setReceiver()
    const [first, second] = [await request(), await request()]
    await world.ok(owner, 'approval_refuse_all', { approvalId: first })
    startProcess()
    const refused = () =>
      receiver.received
        .map(contentOf)
        .filter(({ type }) => type === 'approval.refused')
        .map(({ data }) => data.id)
    await expect.poll(() => refused().toSorted()).toEqual([first, second].toSorted())
  })

  test('nothing is stored or sent without a webhook, and an approval from before its setting is not sent later', async () => {
    startProcess()
    await request()
    await world.database.run(sql`UPDATE agent_approvals SET expires_at = now()`)
    await setReceiver()
    const id = await request()
    await expect.poll(types).toEqual(['approval.requested'])
    expect(receiver.received.map((message) => contentOf(message).data.id)).toEqual([id])
  })
})

describe('delivery:', () => {
  test('a message after the status 500 is sent again with the same id, and its failure is shown until then', async () => {
    await setReceiver()
    receiver.answer((response) => void response.writeHead(500).end())
    startProcess()
    await request()
    await expect.poll(types).toHaveLength(1)
    await expect.poll(read).toMatchObject({
      waiting: 1,
      lastFailure: { at: expect.any(String), reason: 'The response has the status 500.' },
    })
    const [{ left } = { left: 0 }] = await world.database.rows<{ left: number }>(
      sql`SELECT extract(epoch FROM due_at - now())::float8 AS left FROM approval_messages`,
    )
    expect(left).toBeGreaterThan(3)
    expect(left).toBeLessThanOrEqual(5)
    receiver.answer((response) => void response.writeHead(200).end('ok'))
    await makeDue()
    await expect.poll(read).toMatchObject({ waiting: 0, delivered: 1, lastFailure: null })
    const [first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
  })

  test('a message is delivered when the process ends between the commit and the delivery', async () => {
    await setReceiver()
    const id = await request()
    expect(receiver.received).toEqual([])
    expect(await read()).toMatchObject({ waiting: 1 })
    startProcess()
    await expect.poll(types).toEqual(['approval.requested'])
    expect(receiver.received[0]?.headers['webhook-id']).toBe(`${id}_requested`)
  })

  test('a message is sent again when the process ends during its attempt', async () => {
    await setReceiver()
    await request()
    // An ended process has claimed it, and nothing was recorded.
    await world.database.run(sql`
      UPDATE approval_messages SET attempts = 1, tried_at = now() - interval '31 s', due_at = now() - interval '1 s'`)
    startProcess()
    await expect.poll(types).toEqual(['approval.requested'])
    await expect.poll(read).toMatchObject({ waiting: 0, delivered: 1 })
  })

  test('two processes send each message once', async () => {
    await setReceiver()
    startProcess()
    startProcess()
    for (let index = 0; index < 4; index += 1) await request()
    await expect.poll(read).toMatchObject({ waiting: 0, delivered: 4 })
    expect(receiver.received).toHaveLength(4)
  })

  test('a message is given up after a day, which the administrator and the metric show', async () => {
    const givenUp = async () =>
      Number(/^signet_approval_messages_total\{outcome="given_up"\} (\d+)$/m.exec(await scrape())?.[1])
    await setReceiver()
    receiver.answer((response) => void response.writeHead(410).end())
    await request()
    await world.database.run(sql`UPDATE approval_messages SET created_at = now() - interval '24 hours'`)
    startProcess()
    const before = await givenUp()
    await expect.poll(read).toMatchObject({
      waiting: 0,
      failed: 1,
      lastFailure: { reason: 'The response has the status 410.' },
    })
    await makeDue()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(receiver.received).toHaveLength(1)
    expect(await givenUp()).toBe(before + 1)
  })

  test('a private address gets no request, and its failure has no part of the address', async () => {
    await setReceiver()
    const lines: string[] = []
    startProcess({ allow: [], lines })
    await request()
    await expect
      .poll(read)
      .toMatchObject({ waiting: 1, lastFailure: { reason: expect.stringContaining('is not public') } })
    expect(receiver.received).toEqual([])
    expect(JSON.stringify((await read()).lastFailure) + lines.join('')).not.toContain('127.0.0.1')
  })

  test('a redirect is not followed', async () => {
    await setReceiver()
    receiver.answer((response) => void response.writeHead(307, { location: `${receiver.url}/other` }).end())
    startProcess()
    await request()
    await expect.poll(read).toMatchObject({ waiting: 1, lastFailure: { reason: expect.any(String) } })
    expect(receiver.received).toHaveLength(1)
  })
})

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

/** Runs the code in Python of the page; undefined without Python. */
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
    const secret = await setReceiver()
    startProcess()
    await request()
    await expect.poll(types).toHaveLength(1)
    const [message = { headers: {}, body: '' }] = receiver.received
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
    const former = await setReceiver()
    receiver.answer((response) => void response.writeHead(401).end())
    startProcess()
    await request()
    await expect.poll(read).toMatchObject({ lastFailure: { reason: 'The response has the status 401.' } })
    const secret = await rotate()
    receiver.answer((response) => void response.writeHead(204).end())
    await makeDue()
    await expect.poll(read).toMatchObject({ delivered: 1 })
    const last = receiver.received.at(-1) ?? { headers: {}, body: '' }
    const { verify } = await recipe()
    expect(verify(secret, last.headers, last.body)).toMatchObject({ type: 'approval.requested' })
    expect(() => verify(former, last.headers, last.body)).toThrow('signature')
  })
})

describe('webhook of approvals:', () => {
  const address = 'https://chat.example.com/signet'

  test('a secret is returned once, and no read, entry, log and stored value contains it', async () => {
    const lines: string[] = []
    startProcess({ lines })
    expect(await set(address)).toMatchObject({ url: address, since: expect.any(String), waiting: 0 })
    const secret = await rotate()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await request()
    await expect.poll(read).toMatchObject({ lastFailure: expect.any(Object) })
    const entries = await world.database.rows(
      sql`SELECT detail FROM audit_entries WHERE action LIKE 'mcp.approval_webhook.%' ORDER BY id DESC LIMIT 2`,
    )
    expect(entries).toEqual([{ detail: { url: address } }, { detail: { url: { from: null, to: address } } }])
    const stored = await world.database.rows(sql`SELECT * FROM approval_webhooks`)
    const seen = JSON.stringify([await set(address), await read(), entries, stored]) + lines.join('')
    expect(seen).not.toContain(secret.slice('whsec_'.length))
  })

  test('another address has another secret, and the same address changes nothing', async () => {
    const row = async () =>
      (
        await world.database.rows<{ url: string; sealed: string }>(
          sql`SELECT url, secret_sealed AS sealed, created_at FROM approval_webhooks`,
        )
      )[0]
    await set(address)
    const first = await row()
    await set(address)
    expect(await row()).toEqual(first)
    await set(`${address}/2`)
    const opened = [first, await row()].map((one) =>
      world.deps.vault.open(one?.sealed ?? '', sealedPlace('approvalWebhook')),
    )
    expect(new Set(opened).size).toBe(2)
  })

  test('concurrent changes leave one address, and each of them has an audit entry', async () => {
    const count = async () =>
      (await world.database.rows(sql`SELECT 1 FROM audit_entries WHERE action = 'mcp.approval_webhook.set'`))
        .length
    const before = await count()
    await Promise.all([1, 2, 3].map((index) => set(`${address}/${index}`)))
    expect(await count()).toBe(before + 3)
    expect(await world.database.rows(sql`SELECT url FROM approval_webhooks`)).toHaveLength(1)
  })

  test('the removal of the address deletes the waiting messages', async () => {
    await setReceiver()
    await request()
    await set(null)
    expect(await read()).toMatchObject({ url: null, since: null, waiting: 0 })
    await setReceiver()
    startProcess()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(receiver.received).toEqual([])
  })

  test.each([
    'ftp://chat.example.com/',
    'https://ada:secret@chat.example.com/',
    'https://chat.example.com/#a',
  ])('the address %s is refused and changes nothing', async (url) => {
    expect(await world.refused(world.people.super, 'approval_webhook_set', { url })).toMatchObject({
      code: 'invalid_value',
    })
    expect((await read()).url).toBeNull()
  })

  test('only a super administrator reads and sets the address', async () => {
    for (const [name, input] of [
      ['approval_webhook_get', {}],
      ['approval_webhook_set', { url: address }],
      ['approval_webhook_secret_rotate', {}],
      ['approval_webhook_test', {}],
    ] as const)
      expect(await world.refused(owner, name, input)).toMatchObject({ code: 'forbidden' })
  })

  test('a test sends a signed message and returns its result', async () => {
    const secret = await setReceiver()
    const attempt = () => world.ok(world.people.super, 'approval_webhook_test', {})
    expect(await attempt()).toEqual({ outcome: 'delivered', reason: null, milliseconds: expect.any(Number) })
    const [message = { headers: {}, body: '' }] = receiver.received
    const { verify } = await recipe()
    expect(verify(secret, message.headers, message.body)).toMatchObject({ type: 'approval.test' })
    receiver.answer((response) => void response.writeHead(404).end())
    expect(await attempt()).toMatchObject({ outcome: 'failed', reason: 'The response has the status 404.' })
    expect(await read()).toMatchObject({ delivered: 0, failed: 0, lastFailure: null })
  })
})
