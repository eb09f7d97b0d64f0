import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../support/world.ts'
import { directoryRaces } from './directories.ts'
import { keyRaces } from './keys.ts'
import { limitRaces } from './limits.ts'
import { peopleRaces } from './people.ts'
import { runRace } from './race.ts'

/** The soak uses more. */
const rounds = Number(process.env.SIGNET_RACE_ROUNDS ?? 3)

let world: World
let replicas: readonly Pick<World, 'call'>[]
beforeAll(async () => {
  world = await startWorld()
  replicas = [world, await world.startReplica()]
})
afterAll(() => world?.close())

const races = [...peopleRaces, ...limitRaces, ...keyRaces, ...directoryRaces]

test.each(races)(
  'the invariant holds on two replicas: $invariant',
  async (race) => {
    const { violations, wrongRefusals, refused } = await runRace(world, replicas, race, rounds)
    expect({ violations, wrongRefusals }).toEqual({ violations: [], wrongRefusals: [] })
    expect(refused).toBeGreaterThan(0)
  },
  600_000,
)
