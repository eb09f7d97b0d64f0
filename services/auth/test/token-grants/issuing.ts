import { sql } from '@signet/db'
import { bumpProject, loadKeys, privateKey } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { importJWK, type JWTPayload, SignJWT } from 'jose'
import { storeClient } from '../support/clients.ts'
import type { Auth } from '../support/harness.ts'
import type { ClientCredentials } from '../support/journey.ts'
import { jwtBearer, orders, startExchange, tokenExchange } from './exchanging.ts'

export const identityAssertionType = 'urn:ietf:params:oauth:token-type:id-jag'
export const idTokenType = 'urn:ietf:params:oauth:token-type:id_token'
export const refreshTokenType = 'urn:ietf:params:oauth:token-type:refresh_token'

/**
 * Creates a project that issues identity assertions and one that receives them, with a user of each, whose accounts are linked, and the
 * application that the receiver knows by another client id.
 */
export async function startIssuing(auth: Auth) {
  const at = await startExchange(auth)
  const there = await startExchange(auth)
  const response = await fetchVia(auth.address)(`${at.project.issuer}/jwks`)
  const jwks = await response.json()
  await auth.database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
    VALUES (${there.project.id}, 'first', 'First', ${at.project.issuer}, 'signet', 1)`)
  await auth.database.run(sql`
    INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
    VALUES (${there.project.id}, 'first', ${at.project.issuer}, ${at.user.id}, ${there.user.id})`)
  await auth.database.transaction((tx) => bumpProject(tx, there.project.id))
  const trusted = { issuer: at.project.issuer, identityAssertions: true, jwks }
  const receiving = await there.machine({
    grant_types: [jwtBearer],
    assertion_issuers: JSON.stringify([{ ...trusted, subject: 'provider', providerId: 'first' }]),
  })
  const receiver = { issuer: there.project.issuer, clientId: receiving.clientId }

  const issuing = (entry: object = {}, columns: Record<string, unknown> = {}) =>
    storeClient(auth, at.project.id, {
      grant_types: ['authorization_code', 'refresh_token', tokenExchange],
      assertion_audiences: JSON.stringify([{ ...receiver, ...entry }]),
      ...columns,
    })

  /** Exchanges by default an ID token. Null omits a parameter. */
  const ask = (
    token: unknown,
    client: ClientCredentials,
    body: Record<string, string | null> = {},
    headers: Record<string, string> = {},
  ) => {
    const all = {
      grant_type: tokenExchange,
      requested_token_type: identityAssertionType,
      audience: receiver.issuer,
      subject_token: String(token),
      subject_token_type: idTokenType,
      ...body,
    }
    const given = Object.entries(all).filter((each): each is [string, string] => each[1] !== null)
    return at.endpoint('token', Object.fromEntries(given), client, headers)
  }

  return {
    at,
    there,
    receiver,
    issuing,
    ask,
    trade: (assertion: unknown, body: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      there.endpoint(
        'token',
        { grant_type: jwtBearer, assertion: String(assertion), ...body },
        receiving,
        headers,
      ),
    /** Signs with the issuing project's key for ID tokens. */
    async sign(claims: JWTPayload, header: object = {}) {
      const project = { id: at.project.id, addressForm: 'path' }
      const keys = await loadKeys(auth.database, project)
      const row = keys.find(({ algorithm }) => algorithm === 'RS256')
      if (!row) throw new Error('no key')
      const key = await importJWK(privateKey(auth.vault, project, row))
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: row.kid, ...header }).sign(key)
    },
    orders: { resource: orders, scope: 'read' },
  }
}

export type Issuing = Awaited<ReturnType<typeof startIssuing>>
