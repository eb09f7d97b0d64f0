import { raw, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { digest, mintToken } from '@signet/secrets'
import { createRelyingParty, FormBrowser } from '@signet/testkit'
import { exportJWK, generateKeyPair } from 'jose'
import { type Auth, redirectUri } from './harness.ts'
import { authorize } from './journey.ts'

type Columns = Readonly<Record<string, string | boolean | readonly string[] | object>>

const defaults: Columns = {
  client_name: 'Example',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: 'client_secret_basic',
  require_consent: false,
}

export async function storeClient({ database, vault }: Auth, projectId: string, columns: Columns = {}) {
  const clientId = newId('client')
  const clientSecret = mintToken()
  const place = { table: 'clients', row: `${projectId}/${clientId}`, column: 'secret_sealed' }
  const all: Columns = {
    ...defaults,
    ...columns,
    project_id: projectId,
    id: clientId,
    secret_digest: digest(clientSecret),
    secret_sealed: vault.seal(clientSecret, place),
  }
  const values = Object.values(all).map((value) =>
    typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : value,
  )
  const names = Object.keys(all)
  const row = sql(
    [`INSERT INTO clients (${names.join(', ')}) VALUES (`, ...values.slice(1).map(() => ', '), ')'],
    ...values,
  )
  await database.run(row)
  return { clientId, clientSecret }
}

export const changeClient = ({ database }: Auth, clientId: string, column: string, value: unknown) =>
  database.run(sql`UPDATE clients SET ${raw(column)} = ${value} WHERE id = ${clientId}`)

export async function keyOf(alg = 'ES256') {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: `key-${alg}`, alg, use: 'sig' }
  return { privateKey, publicKey, jwks: { keys: [jwk] }, kid: jwk.kid }
}

type PartyOptions = Omit<Parameters<typeof createRelyingParty>[0], 'address' | 'redirectUri'>

export const party = (auth: Auth, options: PartyOptions) =>
  createRelyingParty({ ...options, redirectUri, address: auth.address })

export async function codeFlow(
  auth: Auth,
  options: PartyOptions,
  login: string,
  parameters: Record<string, string> = {},
) {
  const rp = await party(auth, options)
  const browser = new FormBrowser(auth.address, redirectUri)
  const { url, redeem } = await rp.begin(parameters)
  const answer = await authorize(browser, url, login)
  return { rp, browser, answer, tokens: await redeem(answer) }
}
