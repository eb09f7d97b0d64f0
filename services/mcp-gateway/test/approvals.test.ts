import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConnectedAgent, connectAgent, fetchOf } from './support/agent.ts'
import { type Instance, startInstance } from './support/instance.ts'

let instance: Instance
let agent: ConnectedAgent
let projectId: string
beforeAll(async () => {
  instance = await startInstance()
  await instance.query(`UPDATE agent_clients SET approval = 'ask', approval_for = '{high}'`)
  agent = await connectAgent(instance, 'admin:read admin:write admin:high')
  const { projects } = structured(await agent.call('project_list')) as { projects: { id: string }[] }
  projectId = projects[0]?.id ?? ''
})
// Approvals of earlier tests would count towards the limits of the agent.
beforeEach(() => instance.query('DELETE FROM agent_approvals'))
afterAll(() => instance?.close())

type Result = Awaited<ReturnType<ConnectedAgent['call']>>
const structured = (result: Result) => result.structuredContent as Record<string, unknown>

let made = 0
async function asked() {
  made += 1
  const email = `user-${made}@example.com`
  const created = structured(await agent.call('project_user_create', { projectId, email }))
  const input = { projectId, userId: String(created.id) }
  const result = await agent.call('project_user_delete', input)
  return { input, email, result, confirmation: String(structured(result).confirmation) }
}

/** Stores a decision like the console, whose tests are in the administration API. */
const decide = (id: string, status: string, note: string | null = null) =>
  instance.query('UPDATE agent_approvals SET status = $2, note = $3, decided_at = now() WHERE id = $1', [
    id,
    status,
    note,
  ])

const exists = async (userId: string) =>
  (await instance.query('SELECT 1 FROM accounts WHERE id = $1', [userId])).length === 1

describe('a high-consequence tool with the policy ask:', () => {
  it('the first call returns its effect and the link of the decision as an ordinary result', async () => {
    const { input, email, result } = await asked()
    expect(result.isError).toBeFalsy()
    expect(structured(result)).toMatchObject({
      confirmation: expect.stringMatching(/^apv_/),
      approval: {
        status: 'pending',
        url: expect.stringMatching(/^http.*\/admin\/approvals\/apv_/),
      },
      target: { id: input.userId, email },
    })
    expect(await exists(input.userId)).toBe(true)
  })

  it('a repeated call returns pending before a decision', async () => {
    const { input, confirmation } = await asked()
    const again = await agent.call('project_user_delete', { ...input, confirmation })
    expect(again.isError).toBeFalsy()
    expect(structured(again)).toMatchObject({ confirmation, approval: { status: 'pending' } })
    expect(await exists(input.userId)).toBe(true)
  })

  it('the second call runs after an approval, and the third requests another approval', async () => {
    const { input, confirmation } = await asked()
    await decide(confirmation, 'approved')
    const done = await agent.call('project_user_delete', { ...input, confirmation })
    expect(done.isError).toBeFalsy()
    expect(await exists(input.userId)).toBe(false)
  })

  it('a deletion returns the deleted object', async () => {
    const { input, email, confirmation } = await asked()
    await decide(confirmation, 'approved')
    const done = await agent.call('project_user_delete', { ...input, confirmation })
    expect(structured(done)).toMatchObject({ deleted: { id: input.userId, email } })
  })

  it('a call with waitSeconds returns its result after the decision', async () => {
    const { input, confirmation } = await asked()
    const call = agent.call('project_user_delete', { ...input, confirmation, waitSeconds: 30 })
    await pause(500)
    expect(await exists(input.userId)).toBe(true)
    await decide(confirmation, 'approved')
    expect(structured(await call)).toMatchObject({ deleted: { id: input.userId } })
    expect(await exists(input.userId)).toBe(false)
  })

  it('a call waits longer than the deadline of a request without a wait', async () => {
    const { input, confirmation } = await asked()
    const begun = performance.now()
    const waited = await agent.call('project_user_delete', { ...input, confirmation, waitSeconds: 22 })
    expect(performance.now() - begun).toBeGreaterThan(21_000)
    expect(structured(waited)).toMatchObject({ approval: { status: 'pending' } })
  }, 40_000)

  it('a tool returns the state of the approval and the next step', async () => {
    const { confirmation } = await asked()
    const state = async (more = {}) =>
      structured(await agent.call('approval_state_get', { approvalId: confirmation, ...more }))
    expect(await state()).toMatchObject({ status: 'pending', next: 'wait' })
    const decided = state({ waitSeconds: 30 })
    await pause(300)
    await decide(confirmation, 'approved')
    expect(await decided).toMatchObject({ status: 'approved', next: 'repeat_call' })
  })

  it('the reason is stored for the administrator, and a tool with a field of this name gets it too', async () => {
    const { input } = await asked()
    const [row] = await instance.query('SELECT reason FROM agent_approvals')
    expect(row).toEqual({ reason: null })
    await instance.query(`UPDATE agent_clients SET approval_for = '{writes}'`)
    const reason = 'Gerät gestohlen'
    const locked = await agent.call('project_user_lock', { ...input, reason })
    expect(structured(locked)).toMatchObject({ approval: { status: 'pending' } })
    expect(
      await instance.query(
        `SELECT reason, input->>'reason' AS field FROM agent_approvals WHERE tool = 'project_user_lock'`,
      ),
    ).toEqual([{ reason, field: reason }])
    await instance.query(`UPDATE agent_clients SET approval_for = '{high}'`)
  })

  it('a refused call returns the note as an ordinary result', async () => {
    const { input, confirmation } = await asked()
    await decide(confirmation, 'refused', 'Lock the account instead.')
    const refused = await agent.call('project_user_delete', { ...input, confirmation })
    expect(refused.isError).toBeFalsy()
    expect(structured(refused)).toMatchObject({
      approval: { status: 'refused', note: 'Lock the account instead.' },
    })
    expect(await exists(input.userId)).toBe(true)
  })

  it('a call with an expired approval or a changed target returns an error with a fresh approval', async () => {
    const { input, confirmation } = await asked()
    await decide(confirmation, 'approved')
    await instance.query(`UPDATE accounts SET email = 'moved@example.com' WHERE id = $1`, [input.userId])
    const drifted = await agent.call('project_user_delete', { ...input, confirmation })
    expect(drifted.isError).toBe(true)
    const fresh = String(structured(drifted).confirmation)
    expect(fresh).not.toBe(confirmation)
    await instance.query('UPDATE agent_approvals SET expires_at = now() WHERE id = $1', [fresh])
    const expired = await agent.call('project_user_delete', { ...input, confirmation: fresh })
    expect(expired.isError).toBe(true)
    expect(structured(expired).confirmation).not.toBe(fresh)
    expect(await exists(input.userId)).toBe(true)
  })
})

it('an agent with the policy never has no high-consequence tool', async () => {
  await instance.query(`UPDATE agent_clients SET approval = 'never'`)
  const { tools } = await agent.client.listTools()
  expect(tools.filter(({ name }) => name === 'project_user_delete')).toEqual([])
  expect(tools.some(({ name }) => name === 'project_user_create')).toBe(true)
  await instance.query(`UPDATE agent_clients SET approval = 'ask'`)
})

describe('a client that opens pages for its user (URL elicitation, 2026-07-28):', () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } },
  }
  const callTool = async (params: Record<string, unknown>) => {
    const name = 'project_user_delete'
    const answer = await fetchOf(instance)(`${instance.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        authorization: `Bearer ${agent.token}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, ...params, _meta: meta },
      }),
    })
    return ((await answer.json()) as { result: Record<string, unknown> }).result
  }

  it('a client is sent to the page of the approval, and continues its call after the decision', async () => {
    const { input } = await asked()
    const sent = await callTool({ arguments: input })
    expect(sent).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        approval: {
          method: 'elicitation/create',
          params: { mode: 'url', url: expect.stringMatching(/\/admin\/approvals\/apv_/) },
        },
      },
    })
    const requestState = String(sent.requestState)
    const inputResponses = { approval: { action: 'accept' } }
    const early = await callTool({ arguments: input, requestState, inputResponses })
    expect(early.structuredContent).toMatchObject({ approval: { status: 'pending' } })
    await decide(requestState, 'approved')
    const done = await callTool({ arguments: input, requestState, inputResponses })
    expect(done.isError).toBeFalsy()
    expect(await exists(input.userId)).toBe(false)
  })
})
