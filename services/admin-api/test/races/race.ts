import type { OperationName, Problem } from '@signet/contracts'
import type { Person } from '../support/people.ts'
import type { World } from '../support/world.ts'

export type Racer = readonly [
  person: Person,
  operation: OperationName,
  input: Readonly<Record<string, unknown>>,
]

export interface Round {
  readonly racers: readonly Racer[]
  /** Checks the invariant after all responses; returns a sentence when it is violated. */
  holds(succeeded: number): Promise<string | undefined>
}

export interface Race {
  readonly invariant: string
  readonly refusals: readonly string[]
  prepare(world: World, round: number): Promise<Round>
}

export interface Outcome {
  violations: string[]
  /** Calls that were refused with another code, or that failed. */
  wrongRefusals: string[]
  succeeded: number
  refused: number
}

type Server = Pick<World, 'call'>

/** The calls of a few rounds can all run one after the other on a busy machine. */
const mostRounds = 30

/**
 * Spreads the calls over the replicas, and runs further rounds until a call is refused, because a race without a refused call does not
 * test the invariant.
 */
export async function runRace(
  world: World,
  replicas: readonly Server[],
  { prepare, refusals }: Race,
  rounds: number,
): Promise<Outcome> {
  const outcome: Outcome = { violations: [], wrongRefusals: [], succeeded: 0, refused: 0 }
  for (let round = 0; round < rounds || (outcome.refused === 0 && round < mostRounds); round += 1) {
    const { racers, holds } = await prepare(world, round)
    const replies = await Promise.all(
      racers.map(([person, operation, input], index) =>
        (replicas[index % replicas.length] as Server).call(person, operation, input),
      ),
    )
    const losers = replies.filter(({ status }) => status >= 300)
    for (const { status, body } of losers) {
      const { code } = body as Problem
      if (!refusals.includes(code)) outcome.wrongRefusals.push(`round ${round}: ${status} ${code}`)
    }
    outcome.succeeded += replies.length - losers.length
    outcome.refused += losers.length
    const broken = await holds(replies.length - losers.length)
    if (broken) outcome.violations.push(`round ${round}: ${broken}`)
  }
  return outcome
}
