import { sendBody, someOf } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bodyBytes, endpoints } from '../../src/http/endpoints.ts'
import { type Auth, makeProject, setSetting, startAuth } from '../support/harness.ts'

let auth: Auth
let sites: Readonly<Record<string, string>>
beforeAll(async () => {
  auth = await startAuth()
  for (const name of ['registration.enabled', 'ciba.enabled', 'globalTokenRevocation.enabled'])
    await setSetting(auth, name, true)
  sites = { 'a project': (await makeProject(auth)).issuer, 'the root issuer': auth.baseUrl }
})
afterAll(() => auth?.close())
afterEach(() => expect(auth.occurrences).toEqual([]))

const uid = 'V1StGXR8_Z5jdHi6B-myT'
const posted = endpoints
  .filter(({ methods }) => methods.includes('POST'))
  .map(({ path, maxBytes = bodyBytes.usual }) => ({
    path: path.replace(':uid', uid).replace(':step', 'login').replace(':providerId', 'google'),
    sizes: [maxBytes + 1, 1_100_000],
  }))

describe.each(['a project', 'the root issuer'])('at %s:', (name) => {
  it.each(someOf(posted))(
    'a body that is too large is rejected with 413 at $path, with and without a declared length',
    async ({ path, sizes }) => {
      const { host, pathname } = new URL(sites[name] ?? '')
      const target = `${pathname.replace(/\/$/, '')}${path}`
      for (const type of ['application/x-www-form-urlencoded', 'application/json', 'text/plain'])
        for (const declared of [true, false])
          for (const bytes of sizes) {
            const headers = { host, 'content-type': type }
            const status = await sendBody(auth.address, {
              target,
              headers,
              start: '{"a":1}',
              bytes,
              declared,
            })
            expect({ type, declared, bytes, status }).toEqual({ type, declared, bytes, status: 413 })
          }
    },
  )
})
