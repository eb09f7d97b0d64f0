import { calculateJwkThumbprint, importJWK, jwtVerify, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { makeSigningKey, signingAlgorithms } from '../src/index.ts'

test.each(signingAlgorithms)(
  'a new %s key signs, verifies, and is named by its thumbprint',
  async (algorithm) => {
    const key = await makeSigningKey(algorithm)
    const token = await new SignJWT({ hello: 'world' })
      .setProtectedHeader({ alg: algorithm, kid: key.kid })
      .sign(await importJWK(key.privateJwk, algorithm))
    const { payload } = await jwtVerify(token, await importJWK(key.publicJwk, algorithm))
    expect(payload.hello).toBe('world')
    expect(key.kid).toBe(await calculateJwkThumbprint(key.publicJwk))
    expect(key.publicJwk).toMatchObject({ kid: key.kid, alg: algorithm, use: 'sig' })
    for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(key.publicJwk).not.toHaveProperty(secret)
  },
)

test('an RSA key has at least 2048 bits', async () => {
  const { publicJwk } = await makeSigningKey('RS256')
  expect(Buffer.from(publicJwk.n ?? '', 'base64url').length * 8).toBeGreaterThanOrEqual(2048)
})
