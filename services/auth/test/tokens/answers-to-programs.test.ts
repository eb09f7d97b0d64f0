import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '../../src/http/endpoints.ts'
import { type Auth, makeClient, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import { signIn } from '../support/journey.ts'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  auth = await startAuth()
  for (const name of ['registration.enabled', 'ciba.enabled', 'par.enabled'])
    await setSetting(auth, name, true)
  project = await makeProject(auth)
})
afterAll(() => auth?.close())

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const post = (path: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
  fetchVia(auth.address)(`${project.issuer}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(body),
  })

it('a revocation returns 200 and an empty body without a content type', async () => {
  const user = await makeUser(auth, project.id)
  const client = await makeClient(auth, { projectId: project.id, requireConsent: false })
  const { tokens } = await signIn(auth, project.issuer, client, user.email)
  const authorization = `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`
  for (const token of [tokens.access_token, 'unknown']) {
    const answer = await post('/token/revocation', { token }, { authorization })
    expect({
      status: answer.status,
      type: answer.headers.get('content-type'),
      body: await answer.text(),
    }).toEqual({
      status: 200,
      type: null,
      body: '',
    })
  }
})

const called = endpoints.filter(
  ({ path, methods, isForPrograms }) =>
    isForPrograms && methods.includes('POST') && !path.includes(':') && !/revocation$|^\/me$/.test(path),
)

it.each([...called.map(({ path }) => path), '/token/revocation', '/me'])(
  'an error of %s is JSON for a client that prefers HTML',
  async (path) => {
    const answer = await post(
      path,
      { client_id: 'unknown', grant_type: 'refresh_token' },
      { accept: browserAccept },
    )
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await answer.json()).toMatchObject({ error: expect.any(String) })
  },
)

it('an error of the authorization endpoint is a page', async () => {
  const answer = await fetchVia(auth.address)(`${project.issuer}/auth?client_id=unknown`, {
    headers: { accept: browserAccept },
  })
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
})
