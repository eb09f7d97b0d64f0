import { type OperationName, operations, placementOf } from '@signet/contracts'
import { sql } from '@signet/db'
import { sampled, someOf } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toJSONSchema } from 'zod'
import { operationNames } from '../src/domains/index.ts'
import { samples } from './support/samples.ts'
import { withValue } from './support/with-value.ts'
import { startWorld, type World } from './support/world.ts'

const column = { least: -(2 ** 31), most: 2 ** 31 - 1 }

interface Node {
  readonly type?: string | readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly anyOf?: readonly Node[]
  readonly oneOf?: readonly Node[]
  readonly allOf?: readonly Node[]
  readonly items?: Node
  readonly additionalProperties?: Node | boolean
}

interface NumberInput {
  readonly name: OperationName
  readonly path: readonly string[]
  readonly title: string
  readonly minimum: number
  readonly maximum: number
}

function* numbersIn(node: Node, name: OperationName, path: readonly string[] = []): Generator<NumberInput> {
  const types = [node.type].flat()
  if (node.enum === undefined && (types.includes('integer') || types.includes('number'))) {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = node
    yield { name, path, title: `${name} ${path.join('.')}`, minimum, maximum }
  }
  for (const [key, child] of Object.entries(node.properties ?? {}))
    yield* numbersIn(child, name, [...path, key])
  for (const child of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])])
    yield* numbersIn(child, name, path)
  if (node.items) yield* numbersIn(node.items, name, [...path, '0'])
  if (typeof node.additionalProperties === 'object')
    yield* numbersIn(node.additionalProperties, name, [...path, 'any'])
}

const inputs = operationNames.flatMap((name) => [
  ...numbersIn(toJSONSchema(operations[name].input, { io: 'input', unrepresentable: 'any' }) as Node, name),
])

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

describe('numbers of a contract:', () => {
  test('the search finds the numbers of stored and of read inputs', () => {
    expect(inputs.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['plan_create limits.apisPerProject', 'audit_list page']),
    )
  })

  test.each(inputs)('the number $title has bounds that an integer column holds', ({ minimum, maximum }) => {
    expect(minimum).toBeGreaterThanOrEqual(column.least)
    expect(maximum).toBeLessThanOrEqual(column.most)
  })

  test('no column is narrower than an integer', async () => {
    const narrow = await world.database.rows(sql`
      SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND (data_type = 'smallint' OR numeric_precision < 32)`)
    expect(narrow).toEqual([])
  })

  test.each(someOf(inputs))(
    'the number $title is accepted or rejected at its bounds and beyond them',
    async (input) => {
      const { name, path, minimum, maximum } = input
      const before = world.occurrences.length
      const person = world.people.super
      const place = { world, projectId: world.project, teamId: world.team }
      const beyond = sampled([minimum - 1, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), 1e300], 0.3)
      for (const value of [minimum, maximum, maximum + 1, ...beyond]) {
        const body = withValue(await samples[name]?.(place), path, value)
        const isInside = value >= minimum && value <= maximum
        const { status, text } = await world.call(person, name, { ...body })
        expect(status, `${value}: ${text}`).toBeLessThan(500)
        if (!isInside) expect([400, 422], `${value}: ${text}`).toContain(status)
        const isRead = placementOf(operations[name]).method === 'GET'
        const sent = isRead
          ? { method: 'GET', path: `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(body))}` }
          : { method: 'POST', path: `/trpc/${name}`, body: JSON.stringify(body) }
        const headers = { 'content-type': 'application/json' }
        const called = await world.send(person, { ...sent, headers })
        expect(called.status, `tRPC ${value}: ${called.text}`).toBeLessThan(500)
        if (!isInside) expect([400, 422], `tRPC ${value}: ${called.text}`).toContain(called.status)
      }
      expect(world.occurrences.slice(before)).toEqual([])
    },
  )
})
