import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, makeProject, redirectUri, setSetting, startAuth } from '../support/harness.ts'
import { codeRequest } from '../support/journey.ts'
import { callRegistration } from '../support/registering.ts'

let auth: Auth
let issuer: string
beforeAll(async () => {
  auth = await startAuth()
  issuer = (await makeProject(auth)).issuer
  await setSetting(auth, 'registration.enabled', true)
})
afterAll(() => auth?.close())

const numbers = [0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e300]

it.each(numbers)('a registration with the number %d is accepted and usable, or rejected', async (value) => {
  for (const name of ['default_max_age', 'client_secret_expires_at', 'client_id_issued_at']) {
    const metadata = { redirect_uris: [redirectUri], [name]: value }
    const { status, body } = await callRegistration(auth, 'POST', `${issuer}/reg`, metadata)
    expect([201, 400], `${name}: ${JSON.stringify(body)}`).toContain(status)
    if (status !== 201) continue
    const query = new URLSearchParams({ ...codeRequest, client_id: String(body.client_id) })
    const answer = await fetchVia(auth.address)(`${issuer}/auth?${query}`)
    expect([name, answer.status]).toEqual([name, 303])
  }
  expect(auth.occurrences).toEqual([])
})

it.each(numbers)(
  'an authorization request with max_age %d returns a redirect without a fault',
  async (value) => {
    const { body } = await callRegistration(auth, 'POST', `${issuer}/reg`, { redirect_uris: [redirectUri] })
    const query = new URLSearchParams({
      ...codeRequest,
      client_id: String(body.client_id),
      max_age: String(value),
    })
    const answer = await fetchVia(auth.address)(`${issuer}/auth?${query}`)
    expect(answer.status).toBe(303)
    expect(auth.occurrences).toEqual([])
  },
)
