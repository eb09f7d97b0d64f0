import { isTool, operationList, verdictFor } from '@signet/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callTool, createAgents } from './support/agents.ts'
import { type Instance, startInstance } from './support/instance.ts'

const roles = ['viewer', 'support'] as const

let instance: Instance
let tokens: readonly string[]
let teamId: string
let projectId: string
beforeAll(async () => {
  instance = await startInstance()
  const [owner, ...others] = await (await createAgents(instance)).make(1 + roles.length)
  if (!owner) throw new Error('The owner is missing.')
  const made = async (name: string, args: object) => {
    const { content } = await callTool(instance, owner.token, name, { args: { ...args } })
    return String((content as { id: string }).id)
  }
  teamId = await made('team_create', { name: 'Acme' })
  projectId = await made('project_create', { name: 'Shop', slug: 'shop', teamId })
  for (const [at, role] of roles.entries())
    await instance.query(
      `INSERT INTO team_limited_members (team_id, project_id, account_id, role)
       SELECT $1, administrators_project_id, $2, $3 FROM instance`,
      [teamId, others[at]?.accountId, role],
    )
  tokens = others.map(({ token }) => token)
})
afterAll(() => instance?.close())

const changes = operationList.filter(
  (operation) =>
    ['project', 'team'].includes(operation.access.to) && operation.kind === 'write' && isTool(operation),
)

it.each(roles)('a tool of a change that the role %s may not make is refused', async (role) => {
  const token = String(tokens[roles.indexOf(role)])
  const forbidden = changes.filter((operation) => verdictFor(operation, role) === 'no')
  expect(forbidden.length).toBeGreaterThan(20)
  for (const { tool, example, access } of forbidden) {
    const args = { ...example, ...(access.to === 'team' ? { teamId } : { projectId }) }
    const { isError, text } = await callTool(instance, token, tool, { args })
    expect([tool, isError, text]).toEqual([tool, true, expect.stringMatching(/^forbidden: /)])
  }
})

it.each(roles)('the tools of reads answer to the role %s', async (role) => {
  const token = String(tokens[roles.indexOf(role)])
  for (const tool of ['project_get', 'project_user_list', 'client_list', 'project_key_list']) {
    const { isError, text } = await callTool(instance, token, tool, { args: { projectId } })
    expect([tool, isError], text).toEqual([tool, false])
  }
})
