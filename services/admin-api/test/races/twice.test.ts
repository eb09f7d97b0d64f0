import { type Operation, operations, type Problem } from '@signet/contracts'
import { runsAllCases, someOf } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationNames } from '../../src/domains/index.ts'
import { samples } from '../support/samples.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
let replica: Pick<World, 'call'>
beforeAll(async () => {
  world = await startWorld()
  replica = await world.startReplica()
})
afterAll(() => world?.close())

const rounds = runsAllCases ? 3 : 1
const ends = new Set(['logout'])
const changes = operationNames.filter((name) => {
  const { kind, access }: Operation = operations[name]
  return kind !== 'read' && access.to !== 'public' && samples[name] && !ends.has(name)
})

describe('two replicas:', () => {
  test.each(someOf(changes))(
    'the operation %s, sent twice concurrently, succeeds or is refused and never fails',
    async (name) => {
      for (let round = 0; round < rounds; round += 1) {
        const input = await samples[name]?.({ world, projectId: world.project, teamId: world.team })
        const replies = await Promise.all(
          [world, replica].map((server) => server.call(world.people.super, name, { ...input })),
        )
        const defects = replies.filter(({ status }) => status >= 500)
        expect(defects.map(({ body }) => (body as Problem).code)).toEqual([])
        expect(replies.some(({ status }) => status < 300)).toBe(true)
      }
    },
  )
})
