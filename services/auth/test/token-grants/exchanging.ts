import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import type { FormBrowser } from '@signet/testkit'
import { changeClient, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser } from '../support/harness.ts'
import { type ClientCredentials, postForm, signIn } from '../support/journey.ts'

export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange'
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token'
export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

export const orders = 'https://orders.example/'
export const billing = 'https://billing.example/'
export const stock = 'https://stock.example/'

const machine = { grant_types: [tokenExchange, 'client_credentials'], response_types: [], redirect_uris: [] }

/** Creates three APIs, an application with a user, and the application that serves the API `orders`. */
export async function startExchange(auth: Auth) {
  const project = await makeProject(auth)
  for (const [identifier, scopes, format] of [
    [orders, ['read', 'write'], 'jwt'],
    [billing, ['charge', 'refund'], 'jwt'],
    [stock, ['look', 'book'], 'opaque'],
  ] as const)
    await auth.database.run(sql`
      INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes, token_format)
      VALUES (${project.id}, ${identifier}, ${project.id}, ${identifier}, ${identifier.replace(/\/$/, '')}, 'API', ${[...scopes]}, ${format})`)
  await auth.database.transaction((tx) => bumpProject(tx, project.id))
  const app = await storeClient(auth, project.id)
  const user = await makeUser(auth, project.id)
  const server = await storeClient(auth, project.id, { ...machine, exchange_audiences: [orders] })
  const endpoint = (path: string, body: Record<string, string>, client: ClientCredentials, headers = {}) =>
    postForm(auth, `${project.issuer}/${path}`, body, client, headers)
  return {
    project,
    app,
    user,
    /** Serves the API `orders` and may exchange its tokens. */
    server,
    machine: (columns = {}) => storeClient(auth, project.id, { ...machine, ...columns }),
    change: async (client: ClientCredentials, column: string, value: unknown) => {
      await changeClient(auth, client.clientId, column, value)
      await auth.database.transaction((tx) => bumpProject(tx, project.id))
    },
    tokens: async (parameters: { resource?: string; scope?: string; browser?: FormBrowser } = {}, as = app) =>
      (
        await signIn(auth, project.issuer, as, user.email, {
          resource: orders,
          scope: 'openid read',
          ...parameters,
        })
      ).tokens,
    endpoint,
    exchange: (
      token: string | undefined,
      body: Record<string, string> = {},
      client: ClientCredentials = server,
      headers: Record<string, string> = {},
    ) =>
      endpoint(
        'token',
        {
          grant_type: tokenExchange,
          subject_token: token ?? '',
          subject_token_type: accessTokenType,
          ...body,
        },
        client,
        headers,
      ),
    introspect: async (token: unknown, as: ClientCredentials = server) =>
      (await endpoint('token/introspection', { token: String(token) }, as)).body,
    causes: async (client: ClientCredentials) => {
      await auth.clientErrors.flush()
      const rows = await auth.database.rows<{ reason: string }>(
        sql`SELECT reason FROM client_errors WHERE client_id = ${client.clientId}`,
      )
      return rows.map(({ reason }) => reason)
    },
  }
}

export type Exchanging = Awaited<ReturnType<typeof startExchange>>
