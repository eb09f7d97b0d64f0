import type { AdminApi } from './admin-api.ts'
import type { Colleagues } from './shot-colleagues.ts'

const githubIssuer = 'https://token.actions.githubusercontent.com'

/** An organization of some size, so that the pictures show lists with several rows. */
export async function addOrganization(
  api: AdminApi,
  { radia, linus }: Colleagues,
  projectId: string,
): Promise<void> {
  const project = `/projects/${projectId}`
  for (const client of clients) await radia.post(`${project}/clients`, client)
  for (const resource of resources) await api.post(`${project}/resources`, resource)
  await addMembers(linus, project)
  for (const provider of providers) await radia.post(`${project}/federation`, provider)
  for (const name of ['Support', 'Platform']) {
    const { id } = await api.post<{ id: string }>('/teams', { name })
    await api.post('/projects', { name: `${name} sandbox`, teamId: id, labels: { environment: 'test' } })
    const workload = {
      kind: 'github',
      issuer: githubIssuer,
      subject: `repo:acme/${name.toLowerCase()}:ref:refs/heads/main`,
    }
    await api.post(`/teams/${id}/service-accounts`, {
      name: `${name} pipeline`,
      role: 'viewer',
      workloads: [workload],
    })
  }
}

const web = {
  grantTypes: ['authorization_code', 'refresh_token'],
  tokenEndpointAuthMethod: 'client_secret_basic',
}

const clients = [
  { ...web, clientName: 'Support desk', redirectUris: ['https://support.acme.example/oauth/callback'] },
  { ...web, clientName: 'Returns portal', redirectUris: ['https://returns.acme.example/callback'] },
  {
    clientName: 'Mobile app',
    applicationType: 'native',
    grantTypes: ['authorization_code', 'refresh_token'],
    tokenEndpointAuthMethod: 'none',
    redirectUris: ['com.acme.app:/callback'],
  },
  {
    clientName: 'Nightly reports',
    grantTypes: ['client_credentials'],
    tokenEndpointAuthMethod: 'client_secret_basic',
  },
]

const resources = [
  { identifier: 'https://billing.acme.example', name: 'Billing', scopes: ['invoices.read'] },
  { identifier: 'https://shipping.acme.example', name: 'Shipping', scopes: ['parcels.read', 'parcels.send'] },
]

const providers = [
  { catalogueId: 'google', clientId: '4711.apps.googleusercontent.com', clientSecret: 'a-secret-of-google' },
]

const sizes = { support: 6, sales: 9, warehouse: 4 }

/** Adds other users to each group. */
async function addMembers(api: AdminApi, project: string): Promise<void> {
  const { users } = await api.get<{ users: readonly { readonly id: string }[] }>(`${project}/users?count=40`)
  let next = 0
  for (const [displayName, size] of Object.entries(sizes)) {
    const { id } = await api.post<{ id: string }>(`${project}/groups`, { displayName })
    const userIds = users.slice(next, next + size).map((user) => user.id)
    await api.post(`${project}/groups/${id}/members`, { userIds })
    next += size
  }
}
