import { type RegistrationSwitches, registrationInForce } from '@signet/clients'
import { type AnswerOf, type Operations, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { digest, mintToken } from '@signet/secrets'
import { bumpProject, issuerOf, loadSettings } from '@signet/tenancy'
import type { HandlerDeps } from '../../deps.ts'
import { changesDetail, givenFields, implement, implementRead, namesNothing } from '../../implement.ts'
import type { ProjectRow } from '../../projects/row.ts'

type ClientRegistration = AnswerOf<Operations['project_client_registration_get']>

interface Row extends RegistrationSwitches {
  readonly clientDocumentHosts: readonly string[]
  readonly tokens: number
}

async function read(executor: Executor, project: ProjectRow, deps: HandlerDeps): Promise<ClientRegistration> {
  const [row] = await executor.rows<Row>(sql`
    SELECT p.reserved, p.client_registration AS "clientRegistration", p.client_documents AS "clientDocuments",
      p.client_document_hosts AS "clientDocumentHosts",
      EXISTS (SELECT 1 FROM resources r WHERE r.project_id = p.id AND r.mcp_server) AS "hasMcpServer",
      (SELECT count(*)::int FROM oidc_registration_tokens t
       WHERE t.project_id = p.id AND t.kind = 'InitialAccessToken' AND t.expires_at > now()) AS tokens
    FROM projects p WHERE p.id = ${project.id}`)
  const inForce = row && registrationInForce(row, await loadSettings(executor))
  const issuer = issuerOf(project, deps.config.SIGNET_BASE_URL)
  return {
    registration: row?.clientRegistration ?? null,
    documents: row?.clientDocuments ?? null,
    documentHosts: [...(row?.clientDocumentHosts ?? [])],
    registrationInForce: inForce?.registration ?? 'off',
    documentsInForce: inForce?.documents ?? 'off',
    registrationEndpoint: issuer && `${issuer}/reg`,
    tokens: row?.tokens ?? 0,
  }
}

export const project_client_registration_get = implementRead(
  operations.project_client_registration_get,
  ({ deps, project }) => read(deps.database, project, deps),
)

export const project_client_registration_update = implement(operations.project_client_registration_update, {
  async prepare({ deps, project }, { projectId: _path, ...input }) {
    const before = await read(deps.database, project, deps)
    const detail = changesDetail(before, givenFields(input))
    return { before, unchanged: namesNothing(detail), target: { id: project.id, detail } }
  },

  async apply({ sql: tx }, { deps, project }, input, { before }) {
    const { registration = before.registration, documents = before.documents } = input
    const { documentHosts = before.documentHosts } = input
    await tx.run(sql`
      UPDATE projects SET client_registration = ${registration}, client_documents = ${documents},
        client_document_hosts = ${[...documentHosts]}::text[]
      WHERE id = ${project.id}`)
    await bumpProject(tx, project.id)
    return read(tx, project, deps)
  },
})

/** oidc-provider reads the token in this form; only its digest is stored. */
export const project_registration_token_create = implement(operations.project_registration_token_create, {
  async prepare({ project }, { days }) {
    return { token: mintToken(), target: { id: project.id, detail: { days } } }
  },

  async apply({ sql: tx }, { project }, { days }, { token }) {
    const [row] = await tx.rows<{ expiresAt: Date | null }>(sql`
      INSERT INTO oidc_registration_tokens (project_id, id, kind, payload, expires_at)
      VALUES (${project.id}, ${digest(token)}, 'InitialAccessToken',
        jsonb_build_object('kind', 'InitialAccessToken', 'iat', extract(epoch FROM now())::int), now() + make_interval(days => ${days}::int))
      RETURNING expires_at AS "expiresAt"`)
    return { token, expiresAt: (row?.expiresAt ?? new Date()).toISOString() }
  },
})

export const project_registration_token_revoke = implement(operations.project_registration_token_revoke, {
  async prepare({ project }) {
    return { target: { id: project.id } }
  },

  async apply({ sql: tx }, { project }) {
    const revoked = await tx.run(
      sql`DELETE FROM oidc_registration_tokens WHERE project_id = ${project.id} AND kind = 'InitialAccessToken'`,
    )
    return { revoked }
  },
})
