import { randomUUID } from 'node:crypto'
import { sql } from '@signet/db'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyOf, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'

let auth: Auth
let issuer: string
let clientId: string
const key = await keyOf()
beforeAll(async () => {
  auth = await startAuth()
  const project = await makeProject(auth)
  issuer = project.issuer
  clientId = (
    await storeClient(auth, project.id, {
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: key.jwks,
    })
  ).clientId
})
afterAll(() => auth?.close())

const now = () => Math.floor(Date.now() / 1000)

async function authenticate(exp: number) {
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime(exp)
    .sign(key.privateKey)
  const body = {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  }
  return (await postForm(auth, `${issuer}/token`, body, { clientId })).status
}

it.each([
  ['in five minutes', 300, 200],
  ['in an hour', 3_600, 200],
  ['in more than an hour', 3_700, 401],
  ['in the year 9999', 251_000_000_000, 401],
  ['beyond the range of a timestamp', 1e15, 401],
])('a client assertion that expires %s, %d s ahead, returns the status %d', async (_when, ahead, status) => {
  expect(await authenticate(now() + ahead)).toBe(status)
})

it('no record of a used assertion outlives the longest accepted assertion', async () => {
  await authenticate(now() + 3_600)
  const [row] = await auth.database.rows<{ late: number; all: number }>(sql`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE expires_at > now() + interval '65 minutes')::int AS late
    FROM oidc_replay_detections`)
  expect(row?.late).toBe(0)
  expect(row?.all).toBeGreaterThan(0)
  expect(auth.occurrences).toEqual([])
})
