import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConnectedAgent, connectAgent } from './support/agent.ts'
import { makeCompany } from './support/company.ts'
import { type Instance, startInstance } from './support/instance.ts'
import { Journey } from './support/journey.ts'
import { questions } from './support/questions.ts'

/**
 * Questions to the support of an instance with 30 projects and 2,000 users. Each has a budget of calls and of o200k tokens for
 * arguments and results. `QUESTIONS=1` prints the figures.
 */

let instance: Instance
let agent: ConnectedAgent
beforeAll(async () => {
  instance = await startInstance()
  agent = await connectAgent(instance, 'admin:read admin:write admin:high')
  await makeCompany(instance, agent)
}, 120_000)
afterAll(() => instance?.close())

describe('an agent with the read tools answers within its budget:', () => {
  it.each(questions)('$question', async ({ question, calls, tokens, answer, expected }) => {
    const journey = new Journey(agent)
    const found = await answer(journey)
    if (process.env.QUESTIONS) console.log(`| ${question} | ${journey.calls} | ${journey.tokens} |`)
    if (process.env.QUESTIONS === '2') console.log(JSON.stringify(found))
    expect(found).toMatchObject(expected as object)
    expect(journey.calls).toBeLessThanOrEqual(calls)
    expect(journey.tokens).toBeLessThanOrEqual(tokens)
  })
})
