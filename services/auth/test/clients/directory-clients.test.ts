import { sql } from '@signet/db'
import { digest, mintToken } from '@signet/secrets'
import { bumpProject } from '@signet/tenancy'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyOf, party } from '../support/clients.ts'
import { type Auth, makeProject, setSetting, startAuth } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

interface Credential {
  readonly kind: 'secret' | 'key'
  readonly secret?: string
  readonly jwks?: object
  readonly state?: 'current' | 'previous'
  readonly endsIn?: number
}

async function connection(...credentials: readonly Credential[]) {
  const { id, issuer } = await makeProject(auth)
  const clientId = `con-${id}`
  await auth.database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
    VALUES (${id}, 'corp', 'Corp', 'https://corp.example', 'x', 1)`)
  await auth.database.run(sql`
    INSERT INTO provisioning_connections (project_id, id, display_name, provider_id, client_id, correlation_claim, correlation_attribute)
    VALUES (${id}, 'con', 'Directory', 'corp', ${clientId}, 'sub', 'externalId')`)
  for (const [index, { kind, secret, jwks, state = 'current', endsIn = 3_600 }] of credentials.entries())
    await auth.database.run(sql`
      INSERT INTO provisioning_credentials (project_id, id, connection_id, kind, state, secret_digest, jwks, previous_ends_at)
      VALUES (${id}, ${`credential-${index}`}, 'con', ${kind}, ${state}, ${secret ? digest(secret) : null},
        ${jwks ? JSON.stringify(jwks) : null}::jsonb,
        ${state === 'previous' ? new Date(Date.now() + endsIn * 1000) : null})`)
  return { id, issuer, clientId }
}

const token = (
  { issuer, clientId }: { issuer: string; clientId: string },
  clientSecret: string,
  more: Record<string, string> = {},
) =>
  postForm(auth, `${issuer}/token`, { grant_type: 'client_credentials', ...more }, { clientId, clientSecret })

describe('directory at the token endpoint:', () => {
  it('a secret obtains an opaque SCIM token for any requested scope, and its use is recorded', async () => {
    const secret = mintToken()
    const at = await connection({ kind: 'secret', secret })
    for (const scope of ['scim', 'openid admin:high', '']) {
      const answer = await token(at, secret, scope ? { scope } : {})
      expect(answer.body, answer.text).toMatchObject({ token_type: 'Bearer', scope: 'scim' })
      expect(String(answer.body.access_token)).not.toContain('.')
    }
    const used = await auth.database.rows<{ used: boolean }>(sql`
      SELECT last_used_at IS NOT NULL AS used FROM provisioning_credentials WHERE project_id = ${at.id}`)
    expect(used).toEqual([{ used: true }])
  })

  it('the token of a directory has no declared claims of its project', async () => {
    const secret = mintToken()
    const at = await connection({ kind: 'secret', secret })
    const list = JSON.stringify([{ claim: 'tenant', source: 'fixed', value: 'acme', in: ['access_token'] }])
    await auth.database.transaction(async (tx) => {
      await tx.run(sql`UPDATE projects SET declared_claims = ${list}::jsonb WHERE id = ${at.id}`)
      await bumpProject(tx, at.id)
    })
    const { body } = await token(at, secret)
    const client = { clientId: at.clientId, clientSecret: secret }
    const described = await postForm(
      auth,
      `${at.issuer}/token/introspection`,
      { token: String(body.access_token) },
      client,
    )
    expect(described.body).toMatchObject({ active: true, scope: 'scim' })
    expect(described.body).not.toHaveProperty('tenant')
  })

  it('an assertion signed by the registered key obtains a token, and the use of the key is recorded', async () => {
    const key = await keyOf()
    const at = await connection({ kind: 'key', jwks: key.jwks })
    const authentication = oidc.PrivateKeyJwt({ key: key.privateKey, kid: key.kid })
    const { config } = await party(auth, { ...at, authentication })
    const lastUse = () =>
      auth.database.rows<{ at: Date | null }>(sql`
        SELECT last_used_at AS at FROM provisioning_credentials WHERE project_id = ${at.id}`)
    expect(await lastUse()).toEqual([{ at: null }])
    expect(await oidc.clientCredentialsGrant(config)).toMatchObject({ scope: 'scim' })
    const noted = await lastUse()
    expect(noted).toEqual([{ at: expect.any(Date) }])
    // The use is recorded at most once a minute.
    await oidc.clientCredentialsGrant(config)
    expect(await lastUse()).toEqual(noted)
    const other = await keyOf()
    const wrong = await party(auth, {
      ...at,
      authentication: oidc.PrivateKeyJwt({ key: other.privateKey, kid: key.kid }),
    })
    await expect(oidc.clientCredentialsGrant(wrong.config)).rejects.toThrow()
  })

  it('the previous secret is accepted until the overlap ends', async () => {
    const [current, previous] = [mintToken(), mintToken()]
    const at = await connection(
      { kind: 'secret', secret: current },
      { kind: 'secret', secret: previous, state: 'previous' },
    )
    expect((await token(at, current)).status).toBe(200)
    expect((await token(at, previous)).status).toBe(200)
    await auth.database.run(sql`
      UPDATE provisioning_credentials SET previous_ends_at = now() - interval '1 s' WHERE project_id = ${at.id} AND state = 'previous'`)
    expect((await token(at, previous)).status).toBe(401)
    expect((await token(at, current)).status).toBe(200)
  })

  it('a wrong secret, the secret of another connection and another project are rejected', async () => {
    const [mine, theirs] = [mintToken(), mintToken()]
    const at = await connection({ kind: 'secret', secret: mine })
    const other = await connection({ kind: 'secret', secret: theirs })
    for (const secret of [theirs, digest(mine), 'stored with the connection', mintToken()])
      expect((await token(at, secret)).status).toBe(401)
    expect((await token({ ...at, issuer: other.issuer }, mine)).status).toBe(401)
  })

  it('a directory obtains no token for an API', async () => {
    const secret = mintToken()
    const at = await connection({ kind: 'secret', secret })
    await auth.database.run(sql`
      INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name)
      VALUES (${at.id}, 'api', ${at.id}, 'https://api.example/', 'https://api.example/', 'API')`)
    expect((await token(at, secret, { resource: 'https://api.example/' })).body.error).toBe('invalid_target')
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['scim.enabled is off', () => setSetting(auth, 'scim.enabled', false)],
    ['scim.secretCredentials is off', () => setSetting(auth, 'scim.secretCredentials', false)],
    [
      'the connection is disabled',
      (id) =>
        auth.database.transaction(async (tx) => {
          await tx.run(sql`UPDATE provisioning_connections SET enabled = false WHERE project_id = ${id}`)
          await bumpProject(tx, id)
        }),
    ],
  ])('the client is unknown while %s', async (_when, change) => {
    const secret = mintToken()
    const at = await connection({ kind: 'secret', secret })
    expect((await token(at, secret)).status).toBe(200)
    await change(at.id)
    try {
      expect((await token(at, secret)).status).toBe(401)
    } finally {
      await setSetting(auth, 'scim.enabled', true)
      await setSetting(auth, 'scim.secretCredentials', true)
    }
  })
})
