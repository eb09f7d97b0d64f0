import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

it.each(['path', 'subdomain', 'host'] as const)(
  'the sign-in application of the console is known at the root address and unknown to a project of the form %s',
  async (form) => {
    const query = new URLSearchParams({
      client_id: 'signet-console',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${auth.baseUrl}/admin/api/callback`,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const ask = async (issuer: string) => {
      const { status, headers } = await fetchVia(auth.address)(`${issuer}/auth?${query}`)
      return [status, headers.get('location')?.includes('/interaction/') ?? false]
    }
    expect(await ask(auth.baseUrl)).toEqual([303, true])
    expect(await ask((await makeProject(auth, { form })).issuer)).toEqual([400, false])
  },
)
