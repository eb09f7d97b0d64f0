import createClient from 'openapi-fetch'
import type { paths } from './generated/schema.ts'

interface Options {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly projectId: string
  readonly teamId: string
}

/** Makes one call of each kind with a client that is generated from the OpenAPI document. */
export async function useClient({ baseUrl, headers, projectId, teamId }: Options) {
  const client = createClient<paths>({ baseUrl: `${baseUrl}/admin/api`, headers })
  const path = { projectId }

  const read = await client.GET('/projects/{projectId}', { params: { path } })

  const written = await client.POST('/projects/{projectId}/users', {
    params: { path },
    body: { email: 'from-the-document@example.com' },
  })
  const user = { projectId, userId: written.data?.id ?? '' }

  const highConsequence = await client.DELETE('/projects/{projectId}/users/{userId}', {
    params: { path: user },
  })

  const consoleOnly = await client.PUT('/scope', { body: { teamId } })

  const refused = await client.GET('/projects/{projectId}', {
    params: { path: { projectId: 'prj_unknown' } },
  })

  return {
    project: read.data?.name,
    email: written.data?.email,
    deleted: highConsequence.response.status,
    scope: consoleOnly.response.status,
    refusal: refused.error?.code,
  }
}
