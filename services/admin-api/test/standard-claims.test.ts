import { defaultSettings } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unique } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const text = { accepted: ['x'], rejected: ['', 5, null, ['x'], { x: 1 }, true] }
const address = {
  accepted: ['https://example.com/a', 'http://example.com'],
  rejected: ['', 'example.com', '/a', 'javascript:alert(1)', 'data:image/png;base64,AA', 5],
}

/** OpenID Connect Core section 5.1, as far as values can be stored. */
const values: Readonly<
  Record<string, { readonly accepted: readonly unknown[]; readonly rejected: readonly unknown[] }>
> = {
  name: text,
  given_name: text,
  family_name: text,
  middle_name: text,
  nickname: text,
  preferred_username: text,
  gender: text,
  profile: address,
  picture: address,
  website: address,
  birthdate: {
    accepted: ['1815-12-10', '1815', '0000-12-10', '0000-02-29', '2024-02-29'],
    rejected: [
      '10.12.1815',
      '1815-12',
      '1815-13-01',
      '1815-02-30',
      '2023-02-29',
      '15-12-10',
      '1815-12-10T00:00:00Z',
      1815,
      '',
    ],
  },
  zoneinfo: { accepted: ['Europe/Zurich', 'UTC'], rejected: ['+01:00', 'Mars/Base', '', 1] },
  locale: { accepted: ['en', 'de-CH', 'zh-Hant-TW'], rejected: ['en_US', 'not a locale', '', 1] },
  updated_at: {
    accepted: [0, 1_764_000_000, 1.5],
    rejected: ['1764000000', '2026-01-01T00:00:00Z', -1, null, true],
  },
  phone_number: {
    accepted: ['+41446681800', '+1 (425) 555-1212', '+1 (604) 555-1234;ext=5678'],
    rejected: ['044 668 18 00', '+', 'phone', 41446681800],
  },
  phone_number_verified: { accepted: [true, false], rejected: ['true', 1, null] },
  address: {
    accepted: [{}, { street_address: '1 Main St\nFlat 2', locality: 'Zurich', country: 'CH', building: 7 }],
    rejected: ['1 Main St', [], null, { locality: 5 }, { country: { code: 'CH' } }],
  },
}

const newUser = async () =>
  world.ok(world.people.owner, 'project_user_create', {
    projectId: world.project,
    email: `${unique('u')}@example.com`,
  })

test('each claim that a default scope releases is checked or belongs to the protocol', () => {
  const { openid: _openid, groups: _groups, ...scopes } = defaultSettings.claims
  const released = Object.values(scopes).flat()
  expect(Object.keys(values).toSorted()).toEqual(
    released.filter((name) => !['email', 'email_verified'].includes(name)).toSorted(),
  )
})

test.each(Object.entries(values))(
  'the claim %s is accepted in the form of OpenID Connect Core 5.1 only',
  async (name, { accepted, rejected }) => {
    const { id: userId } = await newUser()
    const inputs = (value: unknown) =>
      [name, `${name}#de-CH`].flatMap((claim) => {
        const claims = { [claim]: value }
        return [
          {
            claim,
            operation: 'project_user_create',
            input: { projectId: world.project, email: `${unique('u')}@example.com`, claims },
          },
          { claim, operation: 'project_user_update', input: { projectId: world.project, userId, claims } },
        ] as const
      })
    for (const value of accepted)
      for (const { operation, input } of inputs(value)) {
        const { status, text } = await world.call(world.people.owner, operation, input)
        expect([value, operation, status < 300], text).toEqual([value, operation, true])
      }
    for (const value of rejected)
      for (const { claim, operation, input } of inputs(value)) {
        const { code, status, errors } = await world.refused(world.people.owner, operation, input)
        expect([value, status, code, errors?.[0]?.path]).toEqual([
          value,
          422,
          'invalid_value',
          `claims.${claim}`,
        ])
      }
  },
)

test('a stored claim in another form stays readable', async () => {
  const { id: userId } = await newUser()
  await world.database.run(
    sql`UPDATE accounts SET claims = '{"birthdate": "yesterday"}' WHERE id = ${userId}`,
  )
  const user = await world.ok(world.people.owner, 'project_user_get', { projectId: world.project, userId })
  expect(user.claims).toEqual({ birthdate: 'yesterday' })
})
