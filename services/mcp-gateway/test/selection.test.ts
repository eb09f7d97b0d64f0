import { gunzipSync } from 'node:zlib'
import { nouns } from '@signet/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectAgent, fetchOf } from './support/agent.ts'
import { type Instance, startInstance } from './support/instance.ts'

let instance: Instance
let token: string
beforeAll(async () => {
  instance = await startInstance()
  token = (await connectAgent(instance, 'admin:read admin:write admin:high')).token
})
afterAll(() => instance?.close())

interface Tool {
  readonly name: string
  readonly annotations: { readonly readOnlyHint: boolean }
}

const send = (query: string, method: string, params: object = {}, headers: Record<string, string> = {}) =>
  fetchOf(instance)(`${instance.baseUrl}/mcp${query}`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })

const toolsOf = async (query: string): Promise<readonly Tool[]> => {
  const answer = (await (await send(query, 'tools/list')).json()) as { result: { tools: readonly Tool[] } }
  return answer.result.tools
}

const textOf = async (query: string, name: string, args: object): Promise<string> => {
  const answer = (await (await send(query, 'tools/call', { name, arguments: args })).json()) as {
    result: { content: readonly { text: string }[] }
  }
  return answer.result.content[0]?.text ?? ''
}

describe('selection of tools in the address:', () => {
  it('a list of toolsets offers the tools of these nouns only, and refuses every other call', async () => {
    const names = (await toolsOf('?toolsets=applications,groups')).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['client_list', 'client_create', 'project_group_list']))
    expect(names.filter((name) => !/^client_|group/.test(name))).toEqual([])
    expect(await textOf('?toolsets=groups', 'whoami', {})).toContain('not among the tools')
    expect(await textOf('?toolsets=sessions', 'whoami', {})).toContain('superAdministrator')
  })

  it('a connection for reading offers reads only, and refuses every change', async () => {
    const tools = await toolsOf('?readonly=true')
    expect(tools.length).toBeGreaterThan(10)
    expect(tools.filter(({ annotations }) => !annotations.readOnlyHint)).toEqual([])
    expect(await textOf('?readonly=true', 'project_create', { name: 'Not to be' })).toContain(
      'not among the tools',
    )
    expect(await textOf('', 'project_list', {})).not.toContain('Not to be')
  })

  it('the compact form finds and calls the tools of the selection with two tools', async () => {
    expect((await toolsOf('?compact=true')).map(({ name }) => name)).toEqual(['search_tools', 'call_tool'])
    const found = await textOf('?compact=true', 'search_tools', { query: 'create project' })
    expect(JSON.parse(found).tools[0]).toMatchObject({
      name: 'project_create',
      inputSchema: { properties: { name: {} } },
    })
    const call = { name: 'project_create', arguments: { name: 'Compact' } }
    expect(await textOf('?compact=true', 'call_tool', call)).toContain('prj_')
    expect(await textOf('?compact=true&readonly=true', 'call_tool', call)).toContain('not among the tools')
    const reads = await textOf('?compact=true&readonly=true', 'search_tools', { query: 'project' })
    expect(reads).not.toContain('project_create')
  })

  it.each(['?toolsets=users,frobs', '?toolsets=', '?readonly=yes', '?compact=1'])(
    'the address %s is answered with 400 and the known names',
    async (query) => {
      const answer = await send(query, 'tools/list')
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { code: 'invalid_request', detail: expect.stringMatching(/Known: .*users|is true or false/) },
      ])
    },
  )

  it('every noun with a tool is a toolset', async () => {
    const sizes = await Promise.all(
      Object.keys(nouns).map(async (noun) => (await toolsOf(`?toolsets=${noun}`)).length),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe((await toolsOf('')).length)
  })
})

describe('answers for a model:', () => {
  it('a misspelled argument is named with the known ones, and a missing one is named', async () => {
    const text = await textOf('', 'project_get', { project: 'prj_none' })
    expect(text).toContain('project is not a field; the fields are projectId')
    expect(text).toContain('projectId is missing')
    expect(text).not.toContain('not_found')
  })

  it('rows of lists have no null members', async () => {
    const text = await textOf('', 'project_list', {})
    expect(text).toContain('"projects":[{')
    expect(/"projects":\[.*?\]/.exec(text)?.[0]).not.toContain(':null')
  })

  it('an object has no null members, except those whose absence has another meaning', async () => {
    const { projects } = JSON.parse(await textOf('', 'project_list', {})) as { projects: { id: string }[] }
    const projectId = projects[0]?.id
    const project = await textOf('', 'project_get', { projectId })
    expect(project).toContain('"issuer":')
    expect(project).not.toContain(':null')
    expect(JSON.parse(await textOf('', 'project_summary_get', { projectId }))).toHaveProperty('plan')
  })

  it('the list of tools is compressed for a client that accepts it, to less than a quarter', async () => {
    const plain = await (await send('', 'tools/list')).text()
    const answer = await send('', 'tools/list', {}, { 'accept-encoding': 'gzip' })
    expect(answer.headers.get('vary')).toContain('accept-encoding')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(bytes).toString()).toBe(plain)
    expect(bytes.length).toBeLessThan(plain.length / 4)
  })
})
