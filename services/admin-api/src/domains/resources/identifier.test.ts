import type { Problem } from '@signet/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const declare = (identifier: string) =>
  world.call(world.people.owner, 'resource_declare', {
    projectId: world.project,
    identifier,
    name: 'Orders',
    scopes: ['orders:read'],
  })

const host = () => `${unique('api')}.example.com`

describe('spelling of identifiers:', () => {
  test.each([
    [
      'uppercase letters in its scheme and host',
      (at: string) => [`HTTPS://${at.toUpperCase()}/V1`, `https://${at}/V1`],
    ],
    ['the default port', (at: string) => [`https://${at}:443/v1?a=B`, `https://${at}/v1?a=B`]],
    ['another port', (at: string) => [`https://${at}:8443/v1`, `https://${at}:8443/v1`]],
    ['an escaped path', (at: string) => [`https://${at}/a%7Eb/../C`, `https://${at}/a%7Eb/../C`]],
    ['the scheme urn', (at: string) => [`URN:Acme:${at}`, `urn:Acme:${at}`]],
  ])('an identifier with %s is declared once and found by every spelling', async (_rule, spell) => {
    const [written = '', canonical = ''] = spell(host())
    const { status, body } = await declare(written)
    expect([status, (body as { identifier: string }).identifier]).toEqual([201, canonical])
    const again = await declare(canonical)
    expect([again.status, (again.body as Problem).code]).toEqual([409, 'already_exists'])
    for (const resourceId of [written, canonical]) {
      const found = await world.ok(world.people.owner, 'resource_get', {
        projectId: world.project,
        resourceId,
      })
      expect(found.identifier).toBe(canonical)
    }
  })
})

test('a call that names an id twice is refused and changes nothing', async () => {
  const { id } = await world.ok(world.people.owner, 'project_user_create', {
    projectId: world.project,
    email: `${unique('u')}@example.com`,
  })
  const call = { projectId: world.project, userIds: [id, id] }
  const reply = await world.call(world.people.owner, 'project_user_bulk_deactivate', call)
  expect([reply.status, (reply.body as Problem).errors]).toEqual([
    422,
    [{ path: 'userIds', message: 'must name each id once', code: 'rule' }],
  ])
  const { active } = await world.ok(world.people.owner, 'project_user_get', {
    projectId: world.project,
    userId: id,
  })
  expect(active).toBe(true)
})
