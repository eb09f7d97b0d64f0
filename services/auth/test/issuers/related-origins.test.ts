import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setSignIn } from '../support/account-pages.ts'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'
import { expireFormerHosts, moveProject } from '../support/moving.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth?.close())

const documentAt = (origin: string, method = 'GET') =>
  fetchVia(auth.address)(`${origin}/.well-known/webauthn`, { method })

const statusAt = async (origin: string) => (await documentAt(origin)).status

async function moved(from: 'path' | 'subdomain' | 'host', to: 'path' | 'subdomain' | 'host') {
  const { id, issuer: former } = await makeProject(auth, { form: from })
  return { id, former, issuer: await moveProject(auth, id, to) }
}

describe('related origins:', () => {
  it.each([
    ['host', 'host'],
    ['host', 'subdomain'],
    ['subdomain', 'host'],
    ['subdomain', 'subdomain'],
  ] as const)('a former %s lists the present %s as its only related origin', async (from, to) => {
    const { former, issuer } = await moved(from, to)
    const response = await documentAt(former)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await response.json()).toEqual({ origins: [new URL(issuer).origin] })
    const head = await documentAt(former, 'HEAD')
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'application/json',
      '',
    ])
    expect((await documentAt(former, 'POST')).status).toBe(404)
    expect(await statusAt(issuer)).toBe(404)
  })

  it('each former host lists the present origin after two changes of the address', async () => {
    const { id, former, issuer: second } = await moved('host', 'host')
    const present = await moveProject(auth, id, 'host')
    for (const host of [former, second])
      expect(await (await documentAt(host)).json()).toEqual({ origins: [present] })
  })

  it('a former host lists no origin after its time has ended', async () => {
    const { id, former } = await moved('host', 'host')
    await expireFormerHosts(auth, id)
    expect([await statusAt(former), (await documentAt(former, 'HEAD')).status]).toEqual([404, 404])
  })

  it('a project that leaves the shared host is no related origin of it', async () => {
    const { former } = await moved('path', 'host')
    expect([await statusAt(auth.baseUrl), await statusAt(former)]).toEqual([404, 404])
  })

  it('the shared host is no related origin of a project that moves to it', async () => {
    const { id, former, issuer } = await moved('host', 'path')
    expect([await statusAt(former), await statusAt(issuer)]).toEqual([404, 404])
    const present = await moveProject(auth, id, 'host')
    expect(await (await documentAt(former)).json()).toEqual({ origins: [present] })
  })

  it('a slug that was only a path makes its subdomain no former host', async () => {
    const { id, issuer: former } = await makeProject(auth)
    await moveProject(auth, id, 'host')
    const { host } = new URL(auth.baseUrl)
    expect(await statusAt(`http://${former.split('/').at(-1)}.${host}`)).toBe(404)
  })

  it('a former host that another project has now lists no origin', async () => {
    const { id, former } = await moved('host', 'host')
    const { id: other } = await makeProject(auth)
    const { hostname } = new URL(former)
    await auth.database.transaction(async (tx) => {
      await tx.run(
        sql`UPDATE address_tombstones SET project_id = ${other}, passkeys_until = NULL WHERE key = ${hostname}`,
      )
      await tx.run(
        sql`UPDATE projects SET address_form = 'host', slug = NULL, host = ${hostname} WHERE id = ${other}`,
      )
    })
    await bumpProject(auth.database, other)
    await bumpProject(auth.database, id)
    expect(await statusAt(former)).toBe(404)
  })

  it('a project with passkeys off or a scheduled deletion has no related origins', async () => {
    const { id, former } = await moved('host', 'host')
    await setSignIn(auth, id, { passkeys: 'off' })
    expect(await statusAt(former)).toBe(404)
    await setSignIn(auth, id, { passkeys: 'preferred' })
    expect(await statusAt(former)).toBe(200)
    await auth.database.run(sql`UPDATE projects SET deletion_scheduled_at = now() WHERE id = ${id}`)
    expect(await statusAt(former)).toBe(404)
  })
})
