import { isTool, operationList } from '@signet/contracts'
import {
  createFuzz,
  type FuzzedRequest,
  fuzzRequests,
  fuzzSeed,
  headerText,
  inParallel,
  sendFuzzed,
} from '@signet/testkit'
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

function requestOf(seed: number): FuzzedRequest {
  const fuzz = createFuzz(seed)
  const { tool, input, example } = fuzz.pick(tools)
  const fields = new Map(Object.entries(example).map(([name, value]) => [name, JSON.stringify(value)]))
  fields.set(fuzz.pick(Object.keys(input.shape)) ?? 'a', fuzz.json())
  fields.set(`no such field ${fuzz.text()}`, fuzz.json())
  const given = `{${[...fields].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`
  const method = fuzz.chance(0.9)
    ? 'tools/call'
    : fuzz.pick(['initialize', 'tools/list', 'ping', fuzz.text()])
  const params = fuzz.chance(0.95) ? `{"name":"${tool}","arguments":${given}}` : fuzz.json()
  const message = `{"jsonrpc":"2.0","id":${fuzz.chance(0.9) ? 1 : fuzz.json()},"method":${JSON.stringify(method)},"params":${params}}`
  return {
    method: 'POST',
    target: '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: fuzz.chance(0.95) ? `Bearer ${token}` : headerText(`Bearer ${fuzz.text()}`),
      ...(fuzz.chance(0.1) ? { 'mcp-protocol-version': headerText(fuzz.text()) } : {}),
    },
    body: fuzz.chance(0.95) ? message : fuzz.json(),
  }
}

const count = fuzzRequests(400)

it(`${count} random messages are answered without a fault`, async () => {
  const failures: string[] = []
  await inParallel(count, 8, async (index) => {
    const request = requestOf(fuzzSeed * 1_000_003 + index)
    const answer = await sendFuzzed(instance.gateway, request).catch((error: Error) => ({
      text: error.message,
      failed: true,
    }))
    const isDefect = 'failed' in answer || /"code\\?":\s*\\?"internal/.test(answer.text)
    if (isDefect)
      failures.push(`${answer.text.slice(0, 500)} ${JSON.stringify(request.body).slice(0, 1_500)}`)
  })
  expect(failures.slice(0, 5)).toEqual([])
}, 3_600_000)
