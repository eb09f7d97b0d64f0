import { type AnswerOf, type Operations, operations, type Problem } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { password, type Service, startService } from '../../../test/support/world.ts'
import { markWrites } from '../../../test/support/writes.ts'
import { buildApp } from '../../app.ts'

const nobody = { accountId: '', headers: {} }

let service: Service
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service?.close())

const setUp = (input: Record<string, unknown> = {}) =>
  service.call(nobody, 'setup', { email: 'root@example.com', password, ...input })

describe('first run:', () => {
  test('the set-up creates one verified super administrator with a personal team, and its audit entry is older than the account', async () => {
    const since = await markWrites(service.database)
    const reply = await setUp()
    expect(reply.status, reply.text).toBe(201)
    const answer = operations.setup.answer.parse(reply.body)
    expect(answer).toMatchObject({ superAdministrator: true, verified: true, active: true })
    expect(reply.headers).not.toHaveProperty('set-cookie')
    const { entries, firstChange } = await since()
    expect(entries).toMatchObject([{ action: 'setup.bootstrap', actor: answer.id }])
    expect(entries[0]?.written).toBeLessThan(firstChange ?? 0)
  })

  test('a second set-up is refused with 409 and changes nothing', async () => {
    await setUp()
    const since = await markWrites(service.database)
    const again = await setUp({ email: 'second@example.com' })
    expect([again.status, (again.body as Problem).code]).toEqual([409, 'already_set_up'])
    expect((await since()).tables).toEqual([])
  })

  test('sixteen concurrent set-ups create one administrator', async () => {
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, index) => setUp({ email: `root${index}@example.com` })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    const accounts = await service.database.rows(sql`SELECT id FROM accounts`)
    expect(accounts).toHaveLength(1)
  })

  test('a set-up from another machine needs the token that db:setup printed', async () => {
    const remote = (setupToken?: string) =>
      service.app.inject({
        method: 'POST',
        url: '/admin/api/setup',
        remoteAddress: '192.0.2.1',
        payload: { email: 'root@example.com', password, ...(setupToken ? { setupToken } : {}) },
      })
    expect((await remote()).json()).toMatchObject({ status: 403, code: 'setup_token_required' })
    expect((await remote('wrong')).json()).toMatchObject({ code: 'setup_token_required' })
    const made = await remote(service.setupToken)
    expect(made.statusCode).toBe(201)
    expect(made.json<AnswerOf<Operations['setup']>>().email).toBe('root@example.com')
  })

  test.for(['127.evil.example', '::ffff:127.evil', '192.0.2.1'])(
    'a set-up needs the token when a proxy forwards it for %s',
    async (forwarded) => {
      const { config } = service.deps
      const app = await buildApp({ ...service.deps, config: { ...config, SIGNET_PROXY_HOPS: 1 } })
      const reply = await app.inject({
        method: 'POST',
        url: '/admin/api/setup',
        headers: { 'x-forwarded-for': forwarded },
        payload: { email: 'root@example.com', password },
      })
      await app.close()
      expect(reply.json()).toMatchObject({ status: 403, code: 'setup_token_required' })
    },
  )

  test('a set-up with a password of under 12 characters is refused with 400', async () => {
    expect((await setUp({ password: 'short' })).status).toBe(400)
  })
})
