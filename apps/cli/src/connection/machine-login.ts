import { readFileSync } from 'node:fs'
import { agentScopes } from '@signet/contracts'
import { importJWK, importPKCS8, type JWK, SignJWT } from 'jose'
import { fail } from '../failure.ts'
import { describeError, isTokenError, type Metadata, readMetadata, requestToken } from './endpoints.ts'

type Env = NodeJS.ProcessEnv

export const isMachine = (env: Env): boolean => Boolean(env.SIGNET_CLIENT_ID)

/** Uses the machine's own key (private_key_jwt), or the OpenID token of a CI job. Nothing is stored. */
export async function machineToken(env: Env, origin: string): Promise<string> {
  const clientId = env.SIGNET_CLIENT_ID ?? fail('SIGNET_CLIENT_ID names the machine.')
  const metadata = await readMetadata(origin)
  const common = {
    client_id: clientId,
    resource: `${origin}/mcp`,
    scope: env.SIGNET_SCOPE ?? agentScopes.join(' '),
  }
  const answer = await requestToken(metadata, { ...common, ...(await proofOf(env, clientId, metadata)) })
  return isTokenError(answer)
    ? fail(`The machine was refused: ${describeError(answer)}`)
    : answer.access_token
}

async function proofOf(env: Env, clientId: string, metadata: Metadata): Promise<Record<string, string>> {
  if (env.SIGNET_CLIENT_KEY_FILE) return assertionForm(env.SIGNET_CLIENT_KEY_FILE, clientId, metadata)
  const workload = env.SIGNET_ID_TOKEN ?? (await githubToken(env, metadata.issuer))
  if (workload) return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: workload }
  return fail(
    'A machine needs SIGNET_CLIENT_KEY_FILE, SIGNET_ID_TOKEN, or a job of GitHub with id-token: write.',
  )
}

async function assertionForm(
  path: string,
  clientId: string,
  { issuer }: Metadata,
): Promise<Record<string, string>> {
  const { key, algorithm, kid } = await readKey(path)
  const assertion = await new SignJWT({ jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: algorithm, ...(kid ? { kid } : {}) })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime('1 minute')
    .sign(key)
  return {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  }
}

/** JWK with `alg`, or PKCS #8 of an ES256 key. */
async function readKey(path: string) {
  const text = readFileSync(path, 'utf8')
  if (text.includes('BEGIN PRIVATE KEY'))
    return { key: await importPKCS8(text, 'ES256'), algorithm: 'ES256', kid: undefined }
  const jwk = JSON.parse(text) as JWK
  const algorithm = jwk.alg ?? fail(`The key of ${path} has no alg.`)
  return { key: await importJWK(jwk, algorithm), algorithm, kid: jwk.kid }
}

async function githubToken(env: Env, audience: string): Promise<string | undefined> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = env
  if (!url || !token) return undefined
  const address = new URL(url)
  address.searchParams.set('audience', audience)
  const response = await fetch(address, { headers: { authorization: `bearer ${token}` } })
  if (!response.ok) fail(`GitHub answered ${response.status} to the request of an OpenID token.`)
  return ((await response.json()) as { value: string }).value
}
