import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ConnectedAgent, connectAgent } from './support/agent.ts'
import { type Instance, startInstance } from './support/instance.ts'

let instance: Instance
let agent: ConnectedAgent
beforeAll(async () => {
  instance = await startInstance()
  agent = await connectAgent(instance, 'admin:read admin:write admin:high')
})
afterAll(() => instance?.close())

it('a tool accepts a number that its column holds, and names the field of one that exceeds it', async () => {
  const create = (value: number) =>
    agent.call('plan_create', {
      id: `plan-${value}`.replace(/\W/g, '-'),
      name: 'Plan',
      default: false,
      limits: {
        monthlyActiveUsers: value,
        projectsPerAdministrator: 0,
        applicationsPerProject: 0,
        apisPerProject: 0,
      },
      features: { enterpriseSignIn: false, customSlug: false, customDomain: false },
    })
  expect((await create(2 ** 31 - 1)).isError ?? false).toBe(false)
  for (const value of [2 ** 31, 2 ** 53, 1e300, -1]) {
    const { isError, content } = await create(value)
    expect([value, isError, JSON.stringify(content)]).toEqual([
      value,
      true,
      expect.stringContaining('monthlyActiveUsers'),
    ])
  }
  expect(await instance.query('SELECT * FROM faults')).toEqual([])
})
