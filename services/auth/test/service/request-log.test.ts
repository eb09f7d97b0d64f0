import { collectProcessMetrics, createLogger, scrape } from '@signet/runtime'
import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { type Auth, makeClient, makeProject, startAuth } from '../support/harness.ts'

let auth: Auth
let app: Awaited<ReturnType<typeof buildApp>>
let ask: ReturnType<typeof fetchVia>
const lines: string[] = []
beforeAll(async () => {
  collectProcessMetrics()
  auth = await startAuth()
  const logger = createLogger('auth', 'info', { write: (line) => void lines.push(line) })
  app = await buildApp({ ...auth.depsNow(), logger })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  ask = fetchVia({ host: '127.0.0.1', port })
})
afterAll(async () => {
  await app.close()
  await auth.close()
})

const lineOf = (answer: Response): Promise<Record<string, unknown>> =>
  vi.waitFor(() => {
    const id = answer.headers.get('x-request-id')
    const line = lines.map((text) => JSON.parse(text) as Record<string, unknown>).find((one) => one.id === id)
    if (!id || !line) throw new Error('There is no line of the request yet.')
    return line
  })

const tokenRequest = (issuer: string, clientId: string, secret: string) =>
  ask(`${issuer}/token?secret=canary-1`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      cookie: '_session=canary-2',
    },
    body: 'grant_type=client_credentials&login_hint=canary-3%40example.com',
  })

it('the log line of a token request names project, application and, after a rejection, the error', async () => {
  const { id, issuer } = await makeProject(auth)
  const { clientId, clientSecret } = await makeClient(auth, {
    projectId: id,
    grantTypes: ['client_credentials'],
  })
  const issued = await tokenRequest(issuer, clientId, clientSecret)
  const refused = await tokenRequest(issuer, clientId, 'canary-4')
  expect(await lineOf(issued)).toMatchObject({
    message: 'request',
    method: 'POST',
    route: '/token',
    project: id,
    client: clientId,
    status: 200,
  })
  expect(await lineOf(refused)).toMatchObject({ project: id, status: 401, cause: 'invalid_client' })
  const { access_token: token } = (await issued.json()) as { access_token: string }
  for (const secret of ['canary-', token, clientSecret]) expect(lines.join('')).not.toContain(secret)
  expect(await scrape()).toMatch(/duration_seconds_count\{route="\/token",status="4xx"\} \d/)
})

it('requests for documents, unknown addresses and rejected methods have an id and a log line', async () => {
  const { id, issuer } = await makeProject(auth)
  expect(await lineOf(await ask(`${issuer}/jwks`))).toMatchObject({
    route: '/jwks',
    project: id,
    status: 200,
  })
  expect(await lineOf(await ask(`${issuer}/nowhere/canary-5`))).toMatchObject({
    route: 'unknown',
    status: 404,
    cause: 'not_found',
  })
  expect(await lineOf(await ask(`${issuer}/token`))).toMatchObject({
    status: 405,
    cause: 'method_not_allowed',
  })
  expect(lines.join('')).not.toContain('canary-5')
})
