import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keyOf } from './clients.ts'

/** Serves only the discovery document and keys. */
export async function identityProvider() {
  const key = await keyOf()
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    const issuer = `http://localhost:${port}`
    const body = request.url === '/jwks' ? key.jwks : { issuer, jwks_uri: `${issuer}/jwks` }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    key,
    issuer: `http://localhost:${port}`,
    pair: `localhost:${port}`,
    asked: () => asked,
    close: () => server.close(),
  }
}
