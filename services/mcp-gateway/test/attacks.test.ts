import { once } from 'node:events'
import { connect } from 'node:net'
import { runsAllCases } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { callTool, createAgents, listTools } from './support/agents.ts'
import { type Instance, startInstance } from './support/instance.ts'
import { startRelease } from './support/release.ts'

const count = runsAllCases ? 200 : 40

let instance: Instance
let agents: Awaited<ReturnType<Awaited<ReturnType<typeof createAgents>>['make']>>
let tokenFor: Awaited<ReturnType<typeof createAgents>>['token']
beforeAll(async () => {
  instance = await startInstance()
  const maker = await createAgents(instance)
  agents = await maker.make(count)
  tokenFor = maker.token
})
afterAll(() => instance?.close())

type Agent = (typeof agents)[number]
const agentAt = (index: number) => agents[index] as Agent
const call = (agent: Agent, name: string, args: Record<string, unknown> = {}) =>
  callTool(instance, agent.token, name, { args })

/** Repeats a call that an overloaded server refused. */
async function whoami(agent: Agent): Promise<unknown> {
  const { isError, text, content } = await call(agent, 'whoami')
  if (!isError) return content
  expect(text).toMatch(/^unavailable: /)
  return whoami(agent)
}

/**
 * Sends a body slowly until the connection is closed.
 * @returns the response, possibly empty
 */
async function trickled(token: string): Promise<string> {
  const socket = connect(instance.gateway.port, '127.0.0.1')
  let answer = ''
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      answer += chunk
    })
  await once(socket, 'connect')
  socket.write(
    `POST /mcp HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
  )
  const dripping = setInterval(() => socket.write(' '), 50)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(dripping)
  return answer
}

describe('concurrent agents:', () => {
  it(`each of ${count} agents gets its own result, while connections with slow bodies are closed`, async () => {
    const { server } = instance.app
    const { headersTimeout, requestTimeout } = server
    onTestFinished(() => {
      Object.assign(server, { headersTimeout, requestTimeout })
    })
    // The shorter of both timeouts applies to the headers, so both are shortened.
    Object.assign(server, { headersTimeout: 1_000, requestTimeout: 1_000 })
    const slow = agents.slice(0, count / 4).map(({ token }) => trickled(token))
    const answers = await Promise.all(agents.map(whoami))
    expect(answers).toMatchObject(agents.map(({ email }) => ({ email })))
    // Bytes that are sent after the response reset the connection, possibly before the response is read.
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })
})

describe('tokens:', () => {
  it('a token with the session of another agent is answered for its own administrator', async () => {
    const [one, two] = [agentAt(0), agentAt(1)]
    for (const session of [one.clientId, one.token]) {
      const { content } = await callTool(instance, two.token, 'whoami', {
        headers: { 'mcp-session-id': session },
      })
      expect(content).toMatchObject({ email: two.email })
    }
  })

  it('a token for another audience is refused although a key of the instance signed it', async () => {
    const { accountId, clientId } = agentAt(0)
    const { baseUrl } = instance
    for (const audience of [
      baseUrl,
      `${baseUrl}/mcp/`,
      `${baseUrl}/p/acme/mcp`,
      'https://other.example/mcp',
    ]) {
      const token = tokenFor({ accountId, clientId, audience })
      expect((await callTool(instance, token, 'whoami')).status).toBe(401)
    }
  })

  it('a token of a client without an entry or a grant is refused', async () => {
    const [one, two] = [agentAt(0), agentAt(1)]
    const token = tokenFor({ accountId: one.accountId, clientId: `${two.clientId}_` })
    expect((await callTool(instance, token, 'whoami')).status).toBe(401)
  })
})

it('an agent that is withdrawn during its call gets one result with one entry, and its later calls are refused', async () => {
  const agent = agentAt(2)
  const { content } = await call(agent, 'team_create', { name: 'Before' })
  const { id: teamId } = content as { id: string }
  const renames = () =>
    instance.query(`SELECT client_id FROM audit_entries WHERE action = 'team.update' AND target_id = $1`, [
      teamId,
    ])
  let inFlight: ReturnType<typeof call> | undefined
  await instance.whileLocked('LOCK TABLE audit_entries IN EXCLUSIVE MODE', async () => {
    inFlight = call(agent, 'team_update', { teamId, name: 'After' })
    await vi.waitFor(
      async () =>
        expect(
          await instance.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        ).not.toEqual([]),
      { timeout: 5_000, interval: 10 },
    )
    await instance.query('DELETE FROM agent_clients WHERE client_id = $1', [agent.clientId])
    expect((await call(agent, 'whoami')).status).toBe(401)
    expect(await renames()).toEqual([])
  })
  const answer = await inFlight
  const [team] = await instance.query('SELECT name FROM teams WHERE id = $1', [teamId])
  expect(answer).toMatchObject({ status: 200, isError: false, content: { name: 'After' } })
  expect(team).toEqual({ name: 'After' })
  expect(await renames()).toEqual([{ client_id: agent.clientId }])
  expect((await call(agent, 'team_update', { teamId, name: 'Never' })).status).toBe(401)
  expect(await renames()).toHaveLength(1)
})

const listed = async ({ token }: Agent, at: Pick<Instance, 'gateway'> = instance): Promise<string[]> => {
  const { tools } = await listTools({ ...instance, ...at }, token)
  return tools.map(({ name }) => name)
}

it('an agent lists super administrator tools only while its administrator is one', async () => {
  const agent = agentAt(5)
  const tools = ['admin_list', 'project_list', 'settings_get']
  const shown = async () => (await listed(agent)).filter((name) => tools.includes(name))
  expect(await shown()).toEqual(['project_list'])
  await instance.query(
    `INSERT INTO team_members (team_id, project_id, account_id, role)
     SELECT super_team_id, administrators_project_id, $1, 'member' FROM instance`,
    [agent.accountId],
  )
  expect(await shown()).toEqual(tools)
})

describe('tools listed before:', () => {
  it('a tool whose scope was withdrawn after the listing is refused with the name of the scope', async () => {
    const agent = agentAt(3)
    expect(await listed(agent)).toContain('team_create')
    await instance.query(`UPDATE agent_clients SET scopes = '{admin:read}' WHERE client_id = $1`, [
      agent.clientId,
    ])
    const refused = await call(agent, 'team_create', { name: 'Not to be' })
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^insufficient_scope: .*It needs the scope admin:write\./),
    })
    expect(await listed(agent)).not.toContain('team_create')
    expect(await instance.query(`SELECT 1 FROM teams WHERE name = 'Not to be'`)).toEqual([])
  })

  it('a tool whose operation was removed after the listing is refused with the name of the tool', async () => {
    const release = await startRelease(instance.adminApi)
    const older = await instance.gatewayOver(release.port)
    const clock = vi.spyOn(Date, 'now')
    onTestFinished(async () => {
      clock.mockRestore()
      await older.app.close()
      await release.close()
    })
    const agent = agentAt(4)
    expect(await listed(agent, older)).toContain('team_create')
    release.withdraw('team_create')
    // The served operations are read once a minute.
    const later = Date.now() + 61_000
    clock.mockImplementation(() => later)
    const refused = await callTool({ ...instance, ...older }, agent.token, 'team_create', {
      args: { name: 'Gone' },
    })
    expect(refused).toMatchObject({
      status: 200,
      isError: true,
      text: expect.stringMatching(/^not_found: team_create .* List the tools again\./),
    })
    expect(await listed(agent, older)).not.toContain('team_create')
    expect(await instance.query(`SELECT 1 FROM teams WHERE name = 'Gone'`)).toEqual([])
  })
})
