import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Auth, makeClient, makeProject, setSetting, startAuth } from '../support/harness.ts'

const max = 3

/** Servers without a proxy, behind one proxy and behind two. */
const servers: Auth[] = []
beforeAll(async () => {
  for (const hops of [0, 1, 2]) {
    const auth = await startAuth([], { SIGNET_PROXY_HOPS: String(hops) })
    servers.push(auth)
    await setSetting(auth, 'rateLimit.strict.max', max)
    await setSetting(auth, 'rateLimit.enabled', true)
  }
})
afterAll(() => Promise.all(servers.map((auth) => auth.close())))

const at = (hops: number): Auth => {
  const auth = servers[hops]
  if (!auth) throw new Error('no such server')
  return auth
}

async function accepted(hops: number, headers: readonly Record<string, string>[]): Promise<number> {
  const { issuer } = await makeProject(at(hops))
  const answers = []
  for (const each of headers)
    answers.push(await fetchVia(at(hops).address)(`${issuer}/auth`, { headers: each }))
  return answers.filter(({ status }) => status !== 429).length
}

const forged = (index: number) => `6.6.6.${index}`
const times = <T>(make: (index: number) => T): T[] =>
  Array.from({ length: 2 * max }, (_, index) => make(index))
let fresh = 0
const newAddress = () => {
  fresh += 1
  return `192.0.2.${fresh}`
}

describe('counted address:', () => {
  it('the address is the peer without a proxy, regardless of the headers', async () => {
    const headers = times((index) => ({
      'x-forwarded-for': forged(index),
      forwarded: `for=${forged(index)}`,
      'x-real-ip': forged(index),
      'x-client-ip': forged(index),
      'true-client-ip': forged(index),
    }))
    expect(await accepted(0, headers)).toBe(max)
  })

  it.each([1, 2])(
    'the address is the one that the outermost of %d proxies saw, regardless of forged entries before it',
    async (hops) => {
      const own = newAddress()
      const proxies = Array.from({ length: hops - 1 }, () => '10.0.0.1')
      for (const length of [1, 4]) {
        const sender = length === 1 ? own : newAddress()
        const headers = times((index) => ({
          'x-forwarded-for': [...Array.from({ length }, () => forged(index)), sender, ...proxies].join(', '),
          forwarded: `for=${forged(index)}`,
          'x-real-ip': forged(index),
        }))
        expect(await accepted(hops, headers)).toBe(max)
      }
    },
  )

  it.each([1, 2])('different addresses behind %d proxies are counted separately', async (hops) => {
    const proxies = Array.from({ length: hops - 1 }, () => '10.0.0.1')
    const headers = times(() => ({ 'x-forwarded-for': [newAddress(), ...proxies].join(', ') }))
    expect(await accepted(hops, headers)).toBe(2 * max)
  })
})

it('forwarded host and scheme appear in no response, link or cookie', async () => {
  for (const hops of [0, 1, 2]) {
    const { issuer } = await makeProject(at(hops))
    const answer = await fetchVia(at(hops).address)(`${issuer}/auth?client_id=x`, {
      headers: {
        accept: 'text/html',
        'x-forwarded-for': newAddress(),
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'gopher',
        'x-forwarded-prefix': '/evil',
        'x-original-url': '/evil',
        forwarded: 'host=evil.example;proto=gopher',
      },
    })
    const all = `${JSON.stringify([...answer.headers])}${await answer.text()}`
    expect(all).not.toMatch(/evil|gopher/)
  }
})

describe('rateLimit.trustedProxy:', () => {
  it.each([
    { hops: 0, trusted: true, counted: 'peer' },
    { hops: 0, trusted: false, counted: 'peer' },
    { hops: 1, trusted: true, counted: 'forwarded' },
    { hops: 1, trusted: false, counted: 'peer' },
    { hops: 2, trusted: true, counted: 'forwarded' },
    { hops: 2, trusted: false, counted: 'peer' },
  ])('the $counted address is counted with $hops proxies and the setting $trusted', async (row) => {
    await setSetting(at(row.hops), 'rateLimit.trustedProxy', row.trusted)
    const proxies = Array.from({ length: Math.max(0, row.hops - 1) }, () => '10.0.0.1')
    const headers = times(() => ({ 'x-forwarded-for': [newAddress(), ...proxies].join(', ') }))
    const before = await accepted(row.hops, headers)
    // Earlier tests may have used the allowance of the peer; forwarded addresses are new.
    if (row.counted === 'forwarded') expect(before).toBe(2 * max)
    else expect(before).toBeLessThanOrEqual(max)
  })
})

describe('limits of applications:', () => {
  const statuses = async (requests: readonly Record<string, string>[]) => {
    const { issuer } = await makeProject(at(1))
    await setSetting(at(1), 'rateLimit.trustedProxy', true)
    const from = newAddress()
    const all = []
    for (const fields of requests) {
      const body = new URLSearchParams({ grant_type: 'client_credentials', ...fields }).toString()
      const headers = { 'x-forwarded-for': from, 'content-type': 'application/x-www-form-urlencoded' }
      all.push((await fetchVia(at(1).address)(`${issuer}/token`, { method: 'POST', headers, body })).status)
    }
    return all
  }

  const post = async (
    issuer: string,
    path: string,
    from: string,
    fields: Record<string, string>,
    basic = '',
  ) => {
    const body = new URLSearchParams(fields).toString()
    const headers = {
      'x-forwarded-for': from,
      'content-type': 'application/x-www-form-urlencoded',
      ...(basic && { authorization: `Basic ${Buffer.from(basic).toString('base64')}` }),
    }
    return (await fetchVia(at(1).address)(`${issuer}${path}`, { method: 'POST', headers, body })).status
  }

  it('failed token requests of one address are limited by the strict class, and successful ones of an application are not', async () => {
    await setSetting(at(1), 'rateLimit.client.max', 1_000)
    const { issuer, id: projectId } = await makeProject(at(1))
    const own = await makeClient(at(1), { projectId, grantTypes: ['client_credentials'] })
    await setSetting(at(1), 'rateLimit.trustedProxy', true)
    const [from, elsewhere] = [newAddress(), newAddress()]
    const credentials = `${own.clientId}:${own.clientSecret}`
    const succeed = (address: string) =>
      post(issuer, '/token', address, { grant_type: 'client_credentials' }, credentials)
    const fail = (index: number, address: string) =>
      post(issuer, '/token', address, { grant_type: 'client_credentials' }, `guess ${index}:wrong`)
    const all = async (call: (index: number) => Promise<number>) => {
      const statuses = []
      for (const index of times((each) => each)) statuses.push(await call(index))
      return statuses
    }
    expect(await all(() => succeed(from))).toEqual(times(() => 200))
    expect(await all((index) => fail(index, from))).toEqual(times((index) => (index < max ? 401 : 429)))
    expect(await all(() => succeed(from))).toEqual(times(() => 200))
    expect(await succeed(elsewhere)).toBe(200)
  })

  it.each(['/token/introspection', '/token/revocation', '/request'])(
    'a request to %s without a credential is counted in the strict class',
    async (path) => {
      await setSetting(at(1), 'rateLimit.client.max', 1_000)
      const { issuer, id: projectId } = await makeProject(at(1))
      const { clientId } = await makeClient(at(1), { projectId, confidential: false })
      await setSetting(at(1), 'rateLimit.trustedProxy', true)
      const from = newAddress()
      const statuses = []
      for (const index of times((each) => each))
        statuses.push(await post(issuer, path, from, { client_id: clientId, token: `t${index}` }))
      expect(statuses.map((status) => status === 429)).toEqual(times((index) => index >= max))
    },
  )

  it('requests of one application from one address are counted separately from others and from sign-ins', async () => {
    await setSetting(at(1), 'rateLimit.client.max', 2)
    const one = { client_id: 'one' }
    expect(await statuses([one, one, one, { client_id: 'another' }])).toEqual([401, 401, 429, 401])
    expect(await statuses(times(() => ({ client_id: 'one' })))).toEqual([401, 401, 429, 429, 429, 429])
  })

  it('made-up client ids and requests without a client id receive no further counters', async () => {
    await setSetting(at(1), 'rateLimit.client.max', 1)
    const names = Array.from({ length: 60 }, (_, index) => ({ client_id: `made up ${index}` }))
    expect((await statuses(names)).filter((status) => status !== 429).length).toBeLessThanOrEqual(16)
    expect((await statuses(times(() => ({})))).filter((status) => status !== 429)).toHaveLength(max)
  })
})
