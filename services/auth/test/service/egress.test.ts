import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { fetchVia } from '@signet/testkit'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'

const { privateKey, publicKey } = await generateKeyPair('ES256')
const one = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
const keys = { keys: [one] }
/** The key set ends with the key of the test. */
const endingWithOne = (count: number) =>
  JSON.stringify({
    keys: Array.from({ length: count }, (_, index) =>
      index === count - 1 ? one : { ...one, kid: `${index}` },
    ),
  })

/** The instance may reach only some of the servers. */
async function keyServer(body = JSON.stringify(keys)) {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.setHeader('content-type', 'application/json').end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { pair: `localhost:${port}`, asked: () => asked, close: () => server.close() }
}

let auth: Auth
const servers: Awaited<ReturnType<typeof keyServer>>[] = []
beforeAll(async () => {
  const bodies = [
    undefined,
    undefined,
    `{"keys":["${'x'.repeat(65_536)}"]}`,
    endingWithOne(20),
    endingWithOne(21),
  ]
  for (const body of bodies) servers.push(await keyServer(body))
  auth = await startAuth([0, 2, 3, 4].map((index) => servers[index]?.pair ?? ''))
})
afterAll(async () => {
  await auth.close()
  for (const server of servers) server.close()
})

/** Only the key set at `pair` verifies the assertion. */
const tokenWithKeysAt = async (pair = ''): Promise<number> => (await machineWithKeysAt(pair))()

async function machineWithKeysAt(pair: string): Promise<() => Promise<number>> {
  const { id: projectId, issuer } = await makeProject(auth)
  const clientId = newId('client')
  await auth.database.run(sql`
    INSERT INTO clients (project_id, id, client_name, grant_types, response_types, redirect_uris, post_logout_redirect_uris,
      token_endpoint_auth_method, jwks_uri)
    VALUES (${projectId}, ${clientId}, 'Machine', ${['client_credentials']}, ${[]}, ${[]}, ${[]}, 'private_key_jwt',
      ${`http://${pair}/jwks`})`)
  return async () => {
    const assertion = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt()
      .setExpirationTime('1m')
      .setJti(crypto.randomUUID())
      .sign(privateKey)
    const answer = await fetchVia(auth.address)(`${issuer}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      }),
    })
    return answer.status
  }
}

it('the key set of an application is read at an allowed address', async () => {
  expect(await tokenWithKeysAt(servers[0]?.pair)).toBe(200)
  expect(servers[0]?.asked()).toBe(1)
})

it('a local address that is not allowed receives no connection', async () => {
  expect(await tokenWithKeysAt(servers[1]?.pair)).toBe(401)
  expect(servers[1]?.asked()).toBe(0)
})

it('a key set over 64 KiB is rejected', async () => {
  expect(await tokenWithKeysAt(servers[2]?.pair)).toBe(401)
})

it('only the first twenty keys of a set are used', async () => {
  expect(await tokenWithKeysAt(servers[3]?.pair)).toBe(200)
  expect(await tokenWithKeysAt(servers[4]?.pair)).toBe(401)
})

it('concurrent requests share one fetch of a key set', async () => {
  const ask = await machineWithKeysAt(servers[0]?.pair ?? '')
  const before = servers[0]?.asked() ?? 0
  expect(await Promise.all(Array.from({ length: 12 }, ask))).toEqual(Array(12).fill(200))
  expect(servers[0]?.asked()).toBe(before + 1)
})
