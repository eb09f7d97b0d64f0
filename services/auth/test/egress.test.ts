import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { fetchVia } from '@signet/testkit'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, makeProject, startAuth } from './harness.ts'

const { privateKey, publicKey } = await generateKeyPair('ES256')
const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] }

/** Two places on this machine that serve the same key set; the instance may reach the first alone. */
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
  servers.push(await keyServer(), await keyServer(), await keyServer(`{"keys":["${'x'.repeat(65_536)}"]}`))
  auth = await startAuth([servers[0]?.pair ?? '', servers[2]?.pair ?? ''])
})
afterAll(async () => {
  await auth.close()
  for (const server of servers) server.close()
})

/** Asks for a token with an assertion that only the key set at `pair` can verify. */
async function tokenWithKeysAt(pair = ''): Promise<number> {
  const { id: projectId, issuer } = await makeProject(auth)
  const clientId = newId('client')
  await auth.database.run(sql`
    INSERT INTO clients (project_id, id, client_name, grant_types, response_types, redirect_uris, post_logout_redirect_uris,
      token_endpoint_auth_method, jwks_uri)
    VALUES (${projectId}, ${clientId}, 'Machine', ${['client_credentials']}, ${[]}, ${[]}, ${[]}, 'private_key_jwt',
      ${`http://${pair}/jwks`})`)
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

it('reads the key set of an application at an allowed pair', async () => {
  expect(await tokenWithKeysAt(servers[0]?.pair)).toBe(200)
  expect(servers[0]?.asked()).toBe(1)
})

it('T19: never connects to this machine for an application that names it', async () => {
  expect(await tokenWithKeysAt(servers[1]?.pair)).toBe(401)
  expect(servers[1]?.asked()).toBe(0)
})

it('T21: takes no key set over 64 KiB', async () => {
  expect(await tokenWithKeysAt(servers[2]?.pair)).toBe(401)
})
