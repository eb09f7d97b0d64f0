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
/** Creates a user and requests its deletion. */
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
