import type { Client } from 'pg'
import { permitMachine } from '../../bench/machine.ts'
import { type PreparedInstance, prepare, redirectUri, signInToConsole } from '../../bench/prepare.ts'
import { withPostgres } from '../../local/postgres-client.ts'
import type { Receivers } from './receivers.ts'

export interface Application {
  readonly clientId: string
  readonly authorization: string
  readonly name: string
}

export interface Instance extends Omit<PreparedInstance, 'authorizationOf' | 'cookie'> {
  cookie: string
  readonly applications: readonly Application[]
  readonly directory: { readonly url: string; readonly token: string }
  agentToken(): Promise<string>
  /** Call after a restore, which has ended every session. */
  signInAgain(): Promise<string>
}

interface Place {
  readonly baseUrl: string
  readonly edgePort: number
  adminUrl(): string
}

const people = 12
const applicationNames = ['app-a', 'app-b', 'app-c'] as const

export const prepareInstance = (place: Place, receivers: Receivers): Promise<Instance> =>
  withPostgres(place.adminUrl(), async (sql) => {
    const prepared = await prepare({ ...place, sql }, people)
    await sql.query(`INSERT INTO settings (key, value) VALUES ('scim.rateLimit.max', '10000000')`)
    await sql.query('UPDATE instance SET version = version + 1')
    const api = apiOf(place.baseUrl, prepared.cookie)
    const agentToken = await permitMachine({ ...place, sql }, prepared.cookie)
    return {
      ...prepared,
      applications: await makeApplications(api, prepared, receivers, sql),
      directory: await connectDirectory(api, prepared),
      agentToken,
      signInAgain: () => signInToConsole(place),
    }
  })

type Api = (path: string, body: object) => Promise<Record<string, string>>

const apiOf =
  (baseUrl: string, cookie: string): Api =>
  async (path, body) => {
    const response = await fetch(`${baseUrl}/admin/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseUrl, cookie },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }

async function makeApplications(
  api: Api,
  { projectId }: PreparedInstance,
  receivers: Receivers,
  sql: Client,
): Promise<Application[]> {
  const applications: Application[] = []
  for (const name of applicationNames) {
    const { clientId = '', clientSecret = '' } = await api(`/projects/${projectId}/clients`, {
      clientName: name,
      grantTypes: ['authorization_code', 'refresh_token'],
      tokenEndpointAuthMethod: 'client_secret_basic',
      redirectUris: [redirectUri],
      requireConsent: false,
    })
    // The API accepts only https; the egress of the laboratory allows this pair.
    await sql.query(
      'UPDATE clients SET backchannel_logout_uri = $1, backchannel_logout_session_required = true WHERE id = $2',
      [receivers.uriOf(name), clientId],
    )
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    applications.push({ clientId, authorization, name })
  }
  await sql.query('UPDATE projects SET version = version + 1 WHERE id = $1', [projectId])
  return applications
}

async function connectDirectory(
  api: Api,
  { projectId, issuer }: PreparedInstance,
): Promise<Instance['directory']> {
  const at = `/projects/${projectId}`
  const provider = await api(`${at}/federation`, {
    displayName: 'Directory',
    issuer: 'https://idp.example.com',
    clientId: 'signet',
    clientSecret: 'secret-of-the-provider',
  })
  const connection = await api(`${at}/provisioning-connections`, {
    providerId: provider.id,
    displayName: 'Directory',
  })
  const { staticToken = '' } = await api(`${at}/provisioning-connections/${connection.id}/credentials`, {
    kind: 'static_token',
  })
  return { url: `${issuer}/scim/v2`, token: staticToken }
}
