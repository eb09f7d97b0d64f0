import { randomBytes } from 'node:crypto'
import { agentScopes } from '@signet/contracts'
import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { createRelyingParty, FormBrowser, isPage } from '@signet/testkit'
import { makeUser, rootProjects, setSetting, startAuth } from '../support/harness.ts'
import { authorize, postForm } from '../support/journey.ts'

/** A client that reads only the metadata of the agent endpoint requests these scopes. */
export const everyScope = agentScopes.join(' ')

export async function startForAgents(egressAllow: readonly string[] = []) {
  const auth = await startAuth(egressAllow)
  await setSetting(auth, 'mcp.enabled', true)
  const { administratorsId } = await rootProjects(auth)
  const administrator = await makeUser(auth, administratorsId)
  return { auth, administratorsId, administrator, resource: `${auth.baseUrl}/mcp` }
}

export type ForAgents = Awaited<ReturnType<typeof startForAgents>>

export const permit = ({ auth }: ForAgents, clientId: string) =>
  auth.database.run(
    sql`INSERT INTO agent_clients (id, client_id, name) VALUES (${newId('agentClient')}, ${clientId}, 'Agent')`,
  )

interface Connecting {
  readonly clientId: string
  readonly redirectUri: string
  /** Null omits the parameter. */
  readonly scope?: string | null
  readonly browser?: FormBrowser
}

/** OAuth with PKCE and a resource, without an ID token, as an MCP client requests. */
export async function requestOf({ auth, resource }: ForAgents, { clientId, redirectUri, scope }: Connecting) {
  const rp = await createRelyingParty({
    issuer: auth.baseUrl,
    clientId,
    redirectUri,
    address: auth.address,
  })
  const { url, verifier } = await rp.beginRaw({ resource })
  url.searchParams.delete('nonce')
  if (scope === null) url.searchParams.delete('scope')
  else url.searchParams.set('scope', scope ?? everyScope)
  return { url, verifier }
}

export async function connect(instance: ForAgents, client: Connecting) {
  const { auth, administrator, resource } = instance
  const { clientId, redirectUri, browser = new FormBrowser(auth.address, redirectUri) } = client
  const { url, verifier } = await requestOf(instance, client)
  const answer = await authorize(browser, url, administrator.email)
  const redemption = {
    grant_type: 'authorization_code',
    code: answer.searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: redirectUri,
    resource,
  }
  return (await postForm(auth, `${auth.baseUrl}/token`, redemption, { clientId })).body
}

export async function refusal(instance: ForAgents, client: Connecting): Promise<string> {
  const { url } = await requestOf(instance, client)
  const reached = await new FormBrowser(instance.auth.address, client.redirectUri).open(url)
  return isPage(reached) ? reached.html : String(reached.arrivedAt.searchParams.get('error'))
}

export const refresh = async ({ auth, resource }: ForAgents, clientId: string, token: unknown) => {
  const body = { grant_type: 'refresh_token', refresh_token: String(token), resource }
  return (await postForm(auth, `${auth.baseUrl}/token`, body, { clientId })).body
}

export const somePort = () => 20_000 + (randomBytes(2).readUInt16BE() % 40_000)
