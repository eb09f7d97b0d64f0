import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export async function startTrustedIssuer() {
  let pair = await generateKeyPair('ES256')
  let kid = 'first'
  let described: string | undefined
  const server = createServer(async (request, response) => {
    const documents: Record<string, object> = {
      '/.well-known/openid-configuration': { issuer: described ?? issuer, jwks_uri: `${issuer}/keys` },
      '/keys': { keys: [{ ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256', use: 'sig' }] },
    }
    const found = documents[request.url ?? '']
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `http://${host}`
  return {
    issuer,
    /** Host and port for the allow list of the guarded egress. */
    pair: host,
    /** Merges the claims over the usual ones; null removes a claim. */
    async sign(claims: Record<string, unknown>, { typ = 'JWT', key = pair.privateKey } = {}) {
      const now = Math.floor(Date.now() / 1000)
      const usual = { iss: issuer, iat: now, exp: now + 300, jti: randomUUID() }
      const merged = Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== null)
      return new SignJWT(Object.fromEntries(merged) as JWTPayload)
        .setProtectedHeader({ alg: 'ES256', kid, typ })
        .sign(key)
    },
    async rotate() {
      pair = await generateKeyPair('ES256')
      kid = randomUUID()
    },
    describeAs(name: string | undefined) {
      described = name
    },
    close: () => server.close(),
  }
}

export type TrustedIssuer = Awaited<ReturnType<typeof startTrustedIssuer>>
