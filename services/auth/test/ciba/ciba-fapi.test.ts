import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyOf, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'

let auth: Auth
let project: { id: string; issuer: string }
let user: { id: string; email: string }
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'ciba.enabled', true)
  await setSetting(auth, 'fapi.enabled', true)
  project = await makeProject(auth)
  user = await makeUser(auth, project.id)
})
afterAll(() => auth?.close())

it('a FAPI deployment accepts a backchannel request only as a signed request object (FAPI-CIBA 5.2.2)', async () => {
  const key = await keyOf()
  const columns = {
    grant_types: ['urn:openid:params:grant-type:ciba'],
    response_types: [],
    redirect_uris: [],
    backchannel_token_delivery_mode: 'poll',
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: key.jwks,
  }
  const { clientId } = await storeClient(auth, project.id, columns)
  const sign = (claims: Record<string, string>) =>
    new SignJWT({ ...claims, jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', kid: key.kid })
      .setIssuer(clientId)
      .setAudience(project.issuer)
      .setIssuedAt()
      .setNotBefore('0s')
      .setExpirationTime('1m')
      .sign(key.privateKey)
  const send = async (body: Record<string, string>) =>
    postForm(
      auth,
      `${project.issuer}/backchannel`,
      {
        ...body,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await sign({ sub: clientId }),
      },
      { clientId },
    )
  const body = { scope: 'openid', login_hint: user.email }
  expect(await send(body)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  expect(await send({ request: await sign(body) })).toMatchObject({ status: 200 })
})
