import { isTool, operationList } from '@signet/contracts'
import { type Fuzz, fuzzRequests, fuzzSeed, largeJson, longText, measureCosts } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectAgent } from '../support/agent.ts'
import { type Instance, startInstance } from '../support/instance.ts'

let instance: Instance
let token: string
beforeAll(async () => {
  instance = await startInstance()
  token = (await connectAgent(instance, 'admin:read admin:write admin:high')).token
})
afterAll(() => instance?.close())

const tools = operationList.filter(isTool)

function requestOf(fuzz: Fuzz) {
  const { tool, input } = fuzz.pick(tools)
  const size = fuzz.pick([1_000, 10_000, 100_000, 400_000])
  const field = fuzz.pick([...Object.keys(input.shape), 'x'])
  const given = `{"${field}":${largeJson(fuzz, size)}}`
  const name = fuzz.chance(0.8) ? tool : longText(fuzz, size).replace(/[^a-z]/g, 'x')
  const params = fuzz.chance(0.8) ? `{"name":"${name}","arguments":${given}}` : largeJson(fuzz, size)
  const method = fuzz.pick(['tools/call', 'tools/call', 'initialize', 'tools/list', 'ping'])
  const message = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`
  return {
    method: 'POST',
    target: '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(fuzz.chance(0.8) ? { authorization: `Bearer ${token}` } : {}),
    },
    body: fuzz.chance(0.9) ? message : largeJson(fuzz, size),
  }
}

it('no message exceeds its budget of time, memory and connections', async () => {
  const { worst, problems } = await measureCosts(instance.gateway, {
    count: fuzzRequests(100),
    seed: fuzzSeed,
    make: requestOf,
  })
  console.info(`mcp-gateway, worst request: ${worst}`)
  expect(problems.slice(0, 3)).toEqual([])
}, 3_600_000)
