import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  contentOf,
  type MessageStage,
  reasonOfAgent,
  startMessageStage,
} from './support/approval-messages.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

let stage: MessageStage
beforeAll(async () => {
  stage = await startMessageStage()
})
afterAll(() => stage?.close())
beforeEach(() => stage.reset())

describe('a message about an approval:', () => {
  test('a requested call is described without its arguments, the words of the agent and secrets', async () => {
    await stage.setReceiver()
    stage.startProcess()
    const id = await stage.request()
    await expect.poll(stage.types).toEqual(['approval.requested'])
    const [message] = stage.receiver.received
    expect(message && contentOf(message)).toEqual({
      type: 'approval.requested',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        id,
        state: 'pending',
        agent: { clientId: 'signet-agent', name: expect.any(String) },
        operation: { tool: 'project_user_delete', title: 'Delete a user' },
        effects: expect.arrayContaining(['destroys']),
        projectId: stage.world.project,
        teamId: stage.world.team,
        needsSecondApproval: false,
        expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
        url: `${stage.world.deps.config.SIGNET_BASE_URL}/admin/approvals/${id}`,
      },
    })
    const [{ userId } = { userId: '' }] = await stage.world.database.rows<{ userId: string }>(
      sql`SELECT input->>'userId' AS "userId" FROM agent_approvals`,
    )
    expect(message?.body).not.toContain(userId)
    expect(message?.body).not.toContain(reasonOfAgent)
    expect(message?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': `${id}_requested`,
    })
  })

  test('each decision and each expiry is sent once', async () => {
    await stage.setReceiver()
    stage.startProcess()
    const approved = await stage.request()
    await stage.world.ok(stage.owner, 'approval_approve', { approvalId: approved })
    const refused = await stage.request()
    await stage.world.ok(stage.owner, 'approval_refuse', { approvalId: refused })
    await stage.world.database.run(
      sql`UPDATE agent_approvals SET decided_at = now() - interval '1 hour' WHERE status = 'refused'`,
    )
    const expired = await stage.request()
    await stage.world.database.run(sql`UPDATE agent_approvals SET expires_at = now() WHERE id = ${expired}`)
    const ids = () =>
      stage.receiver.received
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
    expect(await stage.read()).toMatchObject({ waiting: 0, delivered: 6, failed: 0, lastFailure: null })
  })

  test('the refusal of everything from an agent is sent for each of its calls', async () => {
    await stage.setReceiver()
    const [first, second] = [await stage.request(), await stage.request()]
    await stage.world.ok(stage.owner, 'approval_refuse_all', { approvalId: first })
    stage.startProcess()
    const refused = () =>
      stage.receiver.received
        .map(contentOf)
        .filter(({ type }) => type === 'approval.refused')
        .map(({ data }) => data.id)
    await expect.poll(() => refused().toSorted()).toEqual([first, second].toSorted())
  })

  test('nothing is stored or sent without a webhook, and an approval from before its setting is not sent later', async () => {
    stage.startProcess()
    await stage.request()
    await stage.world.database.run(sql`UPDATE agent_approvals SET expires_at = now()`)
    await stage.setReceiver()
    const id = await stage.request()
    await expect.poll(stage.types).toEqual(['approval.requested'])
    expect(stage.receiver.received.map((message) => contentOf(message).data.id)).toEqual([id])
  })

  test('every statement that requests or decides an approval is followed by its message', () => {
    const sources = globSync('{packages,services}/*/src/**/*.ts', { cwd: root })
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
      .filter(({ text }) => /(?:INSERT INTO|UPDATE) agent_approvals/.test(text))
    const counts = sources.map(({ path, text }) => ({
      path,
      statements: text.match(/INSERT INTO agent_approvals|UPDATE agent_approvals SET (?!status = 'used')/g)
        ?.length,
      messages: text.match(/ announce\(tx, /g)?.length,
    }))
    expect(counts.length).toBeGreaterThanOrEqual(3)
    for (const { path, statements, messages } of counts) expect(messages, path).toBe(statements)
  })
})
