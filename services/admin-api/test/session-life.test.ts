import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdministrator, type Person } from './support/people.ts'
import { unique } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const administrator = () => makeAdministrator(world, `${unique('a')}@example.com`)
const statusOf = async (person: Person) => (await world.call(person, 'whoami', {})).status
const shift = (column: 'last_seen_at' | 'expires_at', accountId: string, minutes: number) =>
  column === 'last_seen_at'
    ? world.database.run(sql`
        UPDATE console_sessions SET last_seen_at = now() - make_interval(mins => ${minutes}::int)
        WHERE account_id = ${accountId}`)
    : world.database.run(sql`
        UPDATE console_sessions SET expires_at = now() - make_interval(mins => ${minutes}::int)
        WHERE account_id = ${accountId}`)

describe('console session:', () => {
  test('a console session ends after an hour without use, and use extends it', async () => {
    const person = await administrator()
    await shift('last_seen_at', person.accountId, 59)
    expect(await statusOf(person)).toBe(200)
    await shift('last_seen_at', person.accountId, 61)
    expect(await statusOf(person)).toBe(401)
  })

  test('a console session ends after twelve hours, also in constant use', async () => {
    const person = await administrator()
    await shift('expires_at', person.accountId, 1)
    expect(await statusOf(person)).toBe(401)
  })

  test.each([
    ['locked', sql`locked_at = now()`],
    ['deactivated', sql`active = false`],
  ])(
    'a console session of an administrator who is %s is refused on the next request',
    async (_state, change) => {
      const person = await administrator()
      expect(await statusOf(person)).toBe(200)
      await world.database.run(sql`UPDATE accounts SET ${change} WHERE id = ${person.accountId}`)
      expect(await statusOf(person)).toBe(401)
    },
  )
})

describe('token of an agent:', () => {
  test('a token of an agent is refused on the next call after its authorization has ended', async () => {
    const { accountId } = await administrator()
    const agent = await world.agent({ accountId, headers: {} }, ['admin:read'])
    expect(await statusOf(agent)).toBe(200)
    await world.database.run(sql`DELETE FROM oidc_grants WHERE account_id = ${accountId}`)
    expect(await statusOf(agent)).toBe(401)
  })

  test('a token of an agent is refused on the next call after the permission of its client ended', async () => {
    const { accountId } = await administrator()
    const agent = await world.agent({ accountId, headers: {} }, ['admin:read'])
    await world.database.run(
      sql`UPDATE agent_clients SET client_id = 'withdrawn' WHERE client_id = 'signet-agent'`,
    )
    const reply = await world.call(agent, 'whoami', {})
    await world.database.run(
      sql`UPDATE agent_clients SET client_id = 'signet-agent' WHERE client_id = 'withdrawn'`,
    )
    expect([reply.status, (reply.body as { detail: string }).detail]).toEqual([
      401,
      'This agent client is not permitted.',
    ])
  })
})
