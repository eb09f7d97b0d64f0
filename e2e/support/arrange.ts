import type { AdminApi } from './admin-api.ts'

/** Keys: names of path parameters of the console. */
export type SampleObjects = Readonly<Record<string, string>>

export async function arrange(api: AdminApi): Promise<SampleObjects> {
  const { id: projectId } = await api.post<{ id: string }>('/projects', {
    name: 'Acme',
    labels: { environment: 'production' },
  })
  const project = `/projects/${projectId}`
  const { clientId } = await api.post<{ clientId: string }>(`${project}/clients`, {
    clientName: 'Storefront',
    grantTypes: ['authorization_code'],
    tokenEndpointAuthMethod: 'client_secret_basic',
    redirectUris: ['https://shop.example/callback'],
    labels: { environment: 'production', 'acme.example/cost-center': '4711' },
    managedByTool: 'terraform',
  })
  const { identifier: resourceId } = await api.post<{ identifier: string }>(`${project}/resources`, {
    identifier: 'https://api.acme.example',
    name: 'Orders',
    mcpServer: true,
    scopes: ['orders.read', 'orders.write'],
    scopeDescriptions: { 'orders.read': { description: 'see your orders', kind: 'see' } },
  })
  await api.patch(`${project}/clients/${clientId}`, {
    backchannelLogoutUri: 'https://shop.example/logout',
    grantTypes: [
      'authorization_code',
      'urn:ietf:params:oauth:grant-type:token-exchange',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
    ],
    exchangeAudiences: [resourceId],
    assertionIssuers: [{ issuer: 'https://broker.example', subject: 'email', identityAssertions: true }],
    assertionAudiences: [
      {
        issuer: 'https://login.partner.example',
        clientId: 'storefront',
        resources: ['https://api.partner.example'],
        scopes: ['orders.read'],
      },
    ],
  })
  const { id: userId } = await api.post<{ id: string }>(`${project}/users`, {
    email: 'grace@customer.example',
    password: 'another horse and battery',
  })
  const { id: groupId } = await api.post<{ id: string }>(`${project}/groups`, { displayName: 'engineering' })
  await api.post(`${project}/groups/${groupId}/members`, { userIds: [userId] })
  const declaredClaims = [
    { claim: 'role', source: 'fixed', value: 'engineer', condition: { group: 'engineering' } },
    { claim: 'unit', source: 'department' },
  ]
  await api.patch(`${project}/clients/${clientId}`, { declaredClaims })
  const { id: providerId } = await api.post<{ id: string }>(`${project}/federation`, {
    catalogueId: 'keycloak',
    issuer: 'https://sso.acme.example/realms/staff',
    clientId: 'signet',
    clientAuthentication: 'self_signed_tls_client_auth',
  })
  await api.post(`${project}/federation/${providerId}/certificate`, {})
  const { id: companyId } = await api.post<{ id: string }>(`${project}/federation`, {
    catalogueId: 'okta',
    issuer: 'https://acme.okta.example',
    clientId: '0oa1234',
    clientAuthentication: 'private_key_jwt',
    groupMappings: [{ value: 'Engineering', group: 'engineering' }],
    claimMappings: [{ claim: 'department', name: 'department' }],
  })
  const { id: connectionId } = await api.post<{ id: string }>(`${project}/provisioning-connections`, {
    displayName: 'Acme directory',
    providerId: companyId,
    directory: 'generic',
  })
  const { id: teamId } = await api.post<{ id: string }>('/teams', { name: 'Engineering' })
  const { id: serviceAccountId } = await api.post<{ id: string }>(`/teams/${teamId}/service-accounts`, {
    name: 'Infrastructure',
    role: 'member',
    workloads: [
      {
        kind: 'github',
        issuer: 'https://token.actions.githubusercontent.com',
        subject: 'repo:acme/infra:ref:refs/heads/*',
      },
    ],
  })
  await api.put('/settings', { 'mcp.enabled': true, confirm: true })
  await api.put('/mcp/approval-webhook', { url: 'https://chat.acme.example/signet' })
  // A withdrawn agent is listed as declined.
  const agent = { clientId: 'https://agent.example/client.json', name: 'agent.example' }
  const { id: withdrawn } = await api.post<{ id: string }>('/mcp/clients', agent)
  await api.delete(`/mcp/clients/${withdrawn}`)
  const { id: adminId } = await api.get<{ id: string }>('/me')
  return {
    ...{ adminId, teamId, projectId, clientId, resourceId, userId, groupId, providerId, connectionId },
    serviceAccountId,
  }
}

export function addressOf(path: string, arranged: SampleObjects): string | null {
  const names = [...path.matchAll(/\$(\w+)/g)].map(([, name = '']) => name)
  if (names.some((name) => arranged[name] === undefined)) return null
  return path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(arranged[name] ?? ''))
}
