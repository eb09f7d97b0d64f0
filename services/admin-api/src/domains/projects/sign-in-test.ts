import { operations } from '@signet/contracts'
import { type AuditedTx, type Executor, sql, type Transactor } from '@signet/db'
import { actors, recordAudit } from '@signet/events'
import { newId, refuse } from '@signet/runtime'
import { endClient } from '@signet/sessions'
import { bumpProject, issuerOf } from '@signet/tenancy'
import { toRecord } from '../../audit-record.ts'
import { implement, implementWithPrisma } from '../../implement.ts'
import { insertClient } from '../clients/client-store.ts'
import { readProblemsOf, refuseProblems } from '../clients/problems.ts'
import { redeem } from './sign-in-test-redeem.ts'

/** Name on the consent page, which also identifies the rows of sign-in tests. */
const clientName = 'Sign-in test'

const lifetimeMinutes = 15

/** Codes of a public client are redeemed with PKCE only (RFC 7636). The only redirect URI is in the console. */
const choices = {
  grantTypes: ['authorization_code' as const],
  tokenEndpointAuthMethod: 'none' as const,
  applicationType: 'web' as const,
}

const redirectUriOf = (base: string): string => `${base}/admin/sign-in-test`

export const project_sign_in_test_start = implementWithPrisma(operations.project_sign_in_test_start, {
  async prepare({ deps, project }) {
    const issuer = issuerOf(project, deps.config.SIGNET_BASE_URL)
    if (issuer === null) refuse('invalid_value', { detail: 'The project has no address for sign-ins.' })
    refuseProblems(await readProblemsOf(deps.database, project), choices, choices)
    const clientId = newId('client')
    return { issuer, clientId, target: { id: project.id, detail: { clientId } } }
  },

  async apply(tx, { deps, project }, _input, { issuer, clientId }) {
    const redirectUri = redirectUriOf(deps.config.SIGNET_BASE_URL)
    await insertClient(tx, {
      ...choices,
      projectId: project.id,
      id: clientId,
      clientName,
      responseTypes: ['code'],
      redirectUris: [redirectUri],
      builtIn: true,
    })
    return {
      clientId,
      authorizationEndpoint: `${issuer}/auth`,
      redirectUri,
      scope: 'openid profile email',
    }
  },
})

/** Locks the application, so that a test is ended once; false when it does not exist. */
const lockTest = async (tx: Executor, projectId: string, clientId: string): Promise<boolean> =>
  (
    await tx.rows(sql`
      SELECT 1 FROM clients WHERE project_id = ${projectId} AND id = ${clientId} AND ${ofTest} FOR UPDATE`)
  ).length === 1

const ofTest = sql`built_in AND client_name = ${clientName}`

async function endTest(tx: AuditedTx, projectId: string, clientId: string): Promise<void> {
  await endClient(tx, projectId, clientId)
  await tx.run(sql`DELETE FROM clients WHERE project_id = ${projectId} AND id = ${clientId}`)
  await bumpProject(tx, projectId)
}

export const project_sign_in_test_finish = implement(operations.project_sign_in_test_finish, {
  async prepare({ deps, project }, { clientId, code, ...proof }) {
    const [row] = await deps.database.rows(sql`
      SELECT 1 FROM clients WHERE project_id = ${project.id} AND id = ${clientId} AND ${ofTest}`)
    const issuer = issuerOf(project, deps.config.SIGNET_BASE_URL)
    if (!row || issuer === null) refuse('not_found')
    const redirectUri = redirectUriOf(deps.config.SIGNET_BASE_URL)
    const result =
      code === undefined
        ? { status: 'failed' as const, problem: 'The sign-in was given up.' }
        : await redeem(deps, { ...proof, issuer, clientId, code, redirectUri })
    return { result, target: { id: project.id, detail: { clientId, status: result.status } } }
  },

  async lock({ sql: tx }, { project }, { clientId }) {
    if (!(await lockTest(tx, project.id, clientId))) refuse('not_found')
  },

  async apply({ sql: tx }, { project }, { clientId }, { result }) {
    await endTest(tx, project.id, clientId)
    return result
  },
})

/** The next round continues after an interruption. */
export async function endLapsedTests(database: Transactor): Promise<void> {
  const lapsed = await database.rows<{ projectId: string; teamId: string; clientId: string }>(sql`
    SELECT c.project_id AS "projectId", p.team_id AS "teamId", c.id AS "clientId"
    FROM clients c JOIN projects p ON p.id = c.project_id
    WHERE c.built_in AND c.client_name = ${clientName}
      AND c.created_at < now() - make_interval(mins => ${lifetimeMinutes}::int)`)
  for (const { projectId, teamId, clientId } of lapsed)
    await database.transaction(async (tx) => {
      if (!(await lockTest(tx, projectId, clientId))) return
      const detail = { clientId, status: 'failed', unattended: true }
      const target = { id: projectId, actor: actors.instance(), detail }
      const project = { id: projectId, teamId }
      const entry = toRecord(operations.project_sign_in_test_finish, null, project, target)
      await endTest(await recordAudit(tx, entry), projectId, clientId)
    })
}
