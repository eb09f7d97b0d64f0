import { halfBodies, sampled, sendHalf } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '../../src/http/endpoints.ts'
import { type Auth, makeProject, setSetting, startAuth } from '../support/harness.ts'

let auth: Auth
let issuer: URL
beforeAll(async () => {
  auth = await startAuth()
  for (const name of ['registration.enabled', 'globalTokenRevocation.enabled', 'ciba.enabled', 'par.enabled'])
    await setSetting(auth, name, true)
  issuer = new URL((await makeProject(auth)).issuer)
})
afterAll(() => auth?.close())

it.each(halfBodies)(
  'a client that disconnects before the end of a body causes no fault: %o',
  async (half) => {
    const posted = endpoints.filter(({ methods }) => methods.includes('POST') || methods.includes('PUT'))
    const requests = posted.flatMap(({ path, methods }) =>
      ['application/x-www-form-urlencoded', 'application/json'].flatMap((type) =>
        [issuer.pathname, ''].map((base) => ({
          method: methods.includes('POST') ? 'POST' : 'PUT',
          target: `${base}${path.replace(':uid', 'u'.repeat(21)).replace(/:\w+/, 'login')}`,
          headers: { host: issuer.host, 'content-type': type },
        })),
      ),
    )
    for (const request of sampled(requests, 0.1)) await sendHalf(auth.address, { ...request, ...half })
    expect([...new Set(auth.occurrences.map(({ message, stack }) => `${message}\n${stack}`))]).toEqual([])
  },
  60_000,
)
