import { sql } from '@signet/db'
import { digest, mintToken } from '@signet/secrets'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

/** The previous secret is accepted for some seconds. */
async function rotated(seconds: number) {
  const { id: projectId, issuer } = await makeProject(auth)
  const { clientId, clientSecret: previous } = await storeClient(auth, projectId, {
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    token_endpoint_auth_method: 'client_secret_basic',
  })
  const present = mintToken()
  await auth.database.run(sql`
    UPDATE clients SET secret_digest = ${digest(present)}, previous_secret_digest = ${digest(previous)},
      previous_secret_expires_at = now() + make_interval(secs => ${seconds})
    WHERE id = ${clientId}`)
  const token = async (secret: string) => {
    const { config } = await party(auth, { issuer, clientId, authentication: oidc.ClientSecretBasic(secret) })
    return oidc.clientCredentialsGrant(config).then(
      () => 'accepted',
      (error: { readonly status: number }) => error.status,
    )
  }
  const usedAt = async () =>
    (
      await auth.database.rows<{ usedAt: Date | null }>(
        sql`SELECT previous_secret_used_at AS "usedAt" FROM clients WHERE id = ${clientId}`,
      )
    )[0]?.usedAt ?? null
  return { present, previous, token, usedAt }
}

it('an application authenticates with both secrets until the previous one expires', async () => {
  const { present, previous, token } = await rotated(2)
  expect(await token(previous)).toBe('accepted')
  expect(await token(present)).toBe('accepted')
  expect(await token(mintToken())).toBe(401)
  await expect.poll(() => token(previous)).toBe(401)
  expect(await token(present)).toBe('accepted')
})

it('the last use of the previous secret is stored, and that of the present secret is not', async () => {
  const { present, previous, token, usedAt } = await rotated(600)
  await token(present)
  await auth.idle()
  expect(await usedAt()).toBeNull()
  await token(previous)
  await auth.idle()
  expect(await usedAt()).toBeInstanceOf(Date)
})
