import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

const {
  SIGNET_API: baseUrl = '',
  SIGNET_TOKEN = '',
  SIGNET_TEAM: teamId = '',
  SIGNET_SLUG: slug = '',
} = process.env
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${SIGNET_TOKEN}` } })

const { data: project, error } = await client.POST('/projects', { body: { name: slug, slug, teamId } })
if (!project) throw new Error(`${error.code}: ${error.detail}`)
const path = { projectId: project.id }
const { data: application } = await client.POST('/projects/{projectId}/clients', {
  params: { path, header: { 'Idempotency-Key': `${slug}-application` } },
  body: {
    clientName: 'Shop',
    grantTypes: ['authorization_code'],
    tokenEndpointAuthMethod: 'client_secret_basic',
    redirectUris: ['https://shop.example/callback'],
  },
})
const body = { email: `ada@${slug}.example` }
const { data: user } = await client.POST('/projects/{projectId}/users', { params: { path }, body })
const { error: taken } = await client.POST('/projects/{projectId}/users', { params: { path }, body })
// A nullable field keeps its null in the type.
const host: string | null = project.host
if (host !== null) throw new Error('A new project has no host.')
console.log(project.id, application?.clientId, user?.id, taken?.code)
