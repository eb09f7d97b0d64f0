import { agentScopes, type ErrorCode, type OperationName, operations, type Problem } from '@signet/contracts'
import { someOf } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationNames } from '../src/domains/index.ts'
import { refusalCases } from './support/refusals/index.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

/** Refusals of a second call only, and refusals that the preview describes. */
const ofSecondCalls: readonly ErrorCode[] = ['stale_preview', 'confirmation_invalid']
const announced: readonly string[] = ['project_group_assign_connection group_has_foreign_members']

const isGated = (name: OperationName) => 'preview' in operations[name]
const isHigh = (name: OperationName) => operations[name].kind === 'high_consequence'

const cases = operationNames
  .filter((name) => isHigh(name) || isGated(name))
  .flatMap((name) => Object.keys(refusalCases[name] ?? {}).map((code) => ({ name, code: code as ErrorCode })))
  .filter(({ name, code }) => !ofSecondCalls.includes(code) && !announced.includes(`${name} ${code}`))

/** Omits the confirmation of a previewed change; null for a case that needs a race. */
async function firstCall(name: OperationName, code: ErrorCode) {
  const attempt = await refusalCases[name]?.[code]?.(world)
  if (!attempt || attempt.concurrent) return null
  const { confirm: _confirm, expect: _expect, ...first } = attempt.input as Record<string, unknown>
  return { person: attempt.person ?? world.people.super, input: isGated(name) ? first : attempt.input }
}

describe('refusals of previews:', () => {
  test.each(someOf(cases))(
    'the preview of $name is refused with $code like its confirmation',
    async ({ name, code }) => {
      const first = await firstCall(name, code)
      if (!first) return
      const answer = await world.call(first.person, name, first.input)
      expect((answer.body as Problem).code, answer.text).toBe(code)
      if (!isHigh(name)) return
      const agent = await world.agent(first.person, agentScopes)
      const answerToAgent = await world.call(agent, name, first.input)
      // An agent is refused earlier for every change of the account that it acts for.
      const isOwn = Object.values(first.input).includes(first.person.accountId)
      expect((answerToAgent.body as Problem).code, answerToAgent.text).toBe(isOwn ? 'console_only' : code)
    },
  )
})
