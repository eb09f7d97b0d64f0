import type { Instance } from './instance.ts'

export interface ScimConnection {
  readonly projectId: string
  readonly url: string
  readonly tokenEndpoint: string
  readonly clientId: string
  /** @returns the values, which are shown once */
  issue(credential: object): Promise<Readonly<Record<string, unknown>>>
}

export async function createScimConnection({ post }: Instance, name: string): Promise<ScimConnection> {
  const { id: projectId } = await post('/projects', { name })
  const project = `/projects/${projectId}`
  const provider = { catalogueId: 'google', clientId: '1234.apps.example', clientSecret: 'of the provider' }
  const { id: providerId } = await post(`${project}/federation`, provider)
  const connection = await post(`${project}/provisioning-connections`, {
    displayName: name,
    providerId,
    directory: 'generic',
  })
  return {
    projectId: String(projectId),
    url: String(connection.scimBaseUrl),
    tokenEndpoint: String(connection.tokenEndpoint),
    clientId: String(connection.clientId),
    issue: (credential) =>
      post(`${project}/provisioning-connections/${connection.id}/credentials`, credential),
  }
}
