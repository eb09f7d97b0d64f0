import { createClient } from './generated/hey/client/index.ts'
import {
  clientCreate,
  projectCreate,
  projectGroupCreate,
  projectGroupMemberAdd,
  projectUserCreate,
  projectUserDelete,
  resourceDeclare,
} from './generated/hey/sdk.gen.ts'

interface Customer {
  readonly name: string
  readonly slug: string
  readonly admin: string
}

/** Sets up tenant, application, API, first user and group with a client generated from the document. */
export async function setUpCustomer(
  options: { readonly baseUrl: string; readonly headers: Record<string, string> },
  teamId: string,
  { name, slug, admin }: Customer,
) {
  const client = createClient({ ...options, baseUrl: `${options.baseUrl}/admin/api`, throwOnError: true })
  const shared = { client, throwOnError: true } as const
  const { data: project } = await projectCreate({ ...shared, body: { name, slug, teamId } })
  const path = { projectId: project.id }
  const { data: application } = await clientCreate({
    ...shared,
    path,
    body: {
      clientName: `${name} portal`,
      grantTypes: ['authorization_code', 'refresh_token'],
      tokenEndpointAuthMethod: 'client_secret_basic',
      redirectUris: [`https://${slug}.example/callback`],
    },
  })
  const identifier = `https://api.${slug}.example/`
  await resourceDeclare({ ...shared, path, body: { identifier, name: 'Orders', scopes: ['orders:read'] } })
  const { data: person } = await projectUserCreate({ ...shared, path, body: { email: admin } })
  const { data: group } = await projectGroupCreate({ ...shared, path, body: { displayName: 'Owners' } })
  const members = { path: { ...path, groupId: group.id }, body: { userIds: [person.id] } }
  await projectGroupMemberAdd({ ...shared, ...members })
  const taken = await projectUserCreate({ client, path, body: { email: admin }, throwOnError: false })
  const gone = await projectUserDelete({ ...shared, path: { ...path, userId: person.id } })
  return {
    issuer: project.issuer,
    secret: application.clientSecret,
    refusal: taken.error?.code,
    deleted: gone.response.status,
  }
}
