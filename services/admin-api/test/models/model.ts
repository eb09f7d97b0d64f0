import type { OperationName, Problem } from '@signet/contracts'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Person } from '../support/people.ts'
import type { World } from '../support/world.ts'

/** Result of a command according to the specification: a refusal or the next state. */
export type Says<State> = { readonly refused: string } | { readonly next: State | ((answer: never) => State) }

export interface Command<State extends object> {
  readonly operation: OperationName
  /** Returns null when the command makes no sense in this state and is skipped. */
  input(state: State): Readonly<Record<string, unknown>> | null
  says(state: State): Says<State>
  before?(state: State): Promise<State>
}

interface Model<State extends object, Name extends string> {
  readonly person: Person
  readonly commands: Readonly<Record<Name, Command<State>>>
  start(): Promise<State>
  check(state: State, trail: string): Promise<void>
}

/** The soak uses more. */
const runs = Number(process.env.SIGNET_MODEL_RUNS ?? 12)

/** Runs random sequences of commands against the model; fast-check shrinks a failing one. */
export async function walk<State extends object, Name extends string>(
  world: World,
  { person, commands, start, check }: Model<State, Name>,
): Promise<void> {
  const names = Object.keys(commands) as Name[]
  const sequences = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      let state: State = await start()
      for (const [index, name] of sequence.entries()) {
        const { operation, input, says, before } = commands[name]
        if (before) state = await before(state)
        const fields = input(state)
        if (fields === null) continue
        const expected = says(state)
        const reply = await world.call(person, operation, fields)
        const trail = sequence.slice(0, index + 1).join(' → ')
        if ('refused' in expected)
          expect([reply.status >= 400, (reply.body as Problem).code], trail).toEqual([true, expected.refused])
        else {
          expect([reply.status < 300, reply.status < 300 ? '' : reply.text], trail).toEqual([true, ''])
          state = advance(expected.next, reply.body)
        }
        await check(state, trail)
      }
    }),
    { numRuns: runs },
  )
}

const advance = <State>(next: State | ((answer: never) => State), answer: unknown): State =>
  typeof next === 'function' ? (next as (answer: unknown) => State)(answer) : next
