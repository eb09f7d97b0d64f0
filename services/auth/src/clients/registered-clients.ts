import { isDeepStrictEqual } from 'node:util'
import { type AuditedTx, type Executor, type Sql, sql, type Transactor } from '@signet/db'
import { actors } from '@signet/events'
import { digest, sameDigest, type Vault } from '@signet/secrets'
import { endClient } from '@signet/sessions'
import { bumpProject, loadSettings } from '@signet/tenancy'
import { errors } from 'oidc-provider'
import { auditApplication } from '../core/audit.ts'
import {
  columnNames,
  columnUpdates,
  columnValues,
  metadataOfColumns,
  remainingMetadata,
} from './client-columns.ts'
import { secretIsKey, secretPlace } from './client-secret.ts'
import { removeOldestUnused } from './unused-clients.ts'

type Metadata = Readonly<Record<string, unknown>>

/** Per project; an administrator deletes some before more can register. */
const maxRegistered = 1_000

interface StoredSecret {
  readonly secretDigest: string | null
  readonly secretSealed: string | null
}

interface RegisteredClient extends StoredSecret {
  readonly metadata: Metadata
}

interface Registration {
  readonly vault: Vault
  readonly projectId: string
  readonly id: string
  readonly metadata: Metadata
}

const remainingMetadataSql = (metadata: Metadata): Sql =>
  sql`${JSON.stringify(remainingMetadata(metadata))}::jsonb`

/** The new project version makes every replica read it on the next request. */
export async function createRegistered(tx: Executor, registration: Registration): Promise<void> {
  const { projectId, id, metadata } = registration
  const secret = storedSecret(registration, undefined)
  await refuseWithoutRoom(tx, projectId)
  const audited = await auditByItself(tx, projectId, id, 'client.create', described(metadata))
  await audited.run(sql`
    INSERT INTO clients (project_id, id, registered_dynamically, secret_digest, secret_sealed, metadata, ${columnNames})
    VALUES (${projectId}, ${id}, true, ${secret.secretDigest}, ${secret.secretSealed}, ${remainingMetadataSql(metadata)},
      ${columnValues(metadata)})`)
  await bumpProject(tx, projectId)
}

/**
 * Reads the application and the presented token under a row lock: a concurrently deleted application is not restored, and a
 * concurrently replaced token is rejected.
 * @throws InvalidToken, or InvalidRequest when another request changed the secret
 */
export async function updateRegistered(
  tx: Executor,
  registration: Registration,
  token: string,
): Promise<void> {
  const { projectId, id, metadata } = registration
  const [before] = await tx.rows<RegisteredClient>(sql`
    SELECT secret_digest AS "secretDigest", secret_sealed AS "secretSealed", ${metadataOfColumns} AS metadata FROM clients
    WHERE project_id = ${projectId} AND id = ${id} AND registered_dynamically FOR UPDATE`)
  const [tokenRow] = await tx.rows(sql`
    SELECT 1 FROM oidc_registration_tokens WHERE project_id = ${projectId} AND id = ${digest(token)} AND client_id = ${id}
      AND (expires_at IS NULL OR expires_at > now())`)
  if (!before || !tokenRow) throw new errors.InvalidToken('registration access token not found')
  const secret = storedSecret(registration, before)
  if (before.secretDigest && secret.secretDigest && !sameDigest(secret.secretDigest, before.secretDigest))
    throw new errors.InvalidRequest('the secret was changed at the same moment: nothing else was', 409)
  const audited = await auditByItself(tx, projectId, id, 'client.update', changesOf(before, metadata, secret))
  await audited.run(sql`
    UPDATE clients SET ${columnUpdates(metadata)}, metadata = ${remainingMetadataSql(metadata)}, secret_digest = ${secret.secretDigest},
      secret_sealed = ${secret.secretSealed}, updated_at = now()
    WHERE project_id = ${projectId} AND id = ${id}`)
  await bumpProject(tx, projectId)
}

export const deleteRegistered = (database: Transactor, projectId: string, id: string): Promise<void> =>
  database.transaction(async (tx) => {
    const [before] = await tx.rows<{ clientName: string | null }>(sql`
      SELECT client_name AS "clientName" FROM clients
      WHERE project_id = ${projectId} AND id = ${id} AND registered_dynamically FOR UPDATE`)
    if (!before) return
    const audited = await auditByItself(tx, projectId, id, 'client.delete', { ...before })
    await endClient(tx, projectId, id)
    await audited.run(sql`DELETE FROM clients WHERE project_id = ${projectId} AND id = ${id}`)
    await bumpProject(tx, projectId)
  })

/** The application presented its registration access token, and no user is known. */
const auditByItself = (
  tx: Executor,
  projectId: string,
  id: string,
  action: `client.${'create' | 'update' | 'delete'}`,
  detail: object,
): Promise<AuditedTx> =>
  auditApplication(tx, projectId, id, {
    actor: actors.application(projectId, id),
    action,
    surface: 'self-service',
    detail,
  })

const described = ({
  client_name: clientName = null,
  grant_types: grantTypes = [],
  token_endpoint_auth_method: tokenEndpointAuthMethod = null,
}: Metadata) => ({ clientName, grantTypes, tokenEndpointAuthMethod })

const unshown = new Set(['client_id', 'client_secret', 'client_secret_expires_at', 'signet'])

/** Uses the registered field names. */
function changesOf(
  before: RegisteredClient,
  metadata: Metadata,
  secret: StoredSecret,
): Record<string, unknown> {
  const names = [...new Set([...Object.keys(before.metadata), ...Object.keys(metadata)])]
  const changes = names
    .filter((name) => !unshown.has(name))
    .map((name) => [name, { from: before.metadata[name] ?? null, to: metadata[name] ?? null }] as const)
    .filter(([, { from, to }]) => !isDeepStrictEqual(withoutEmpty(from), withoutEmpty(to)))
  return {
    ...Object.fromEntries(changes),
    ...(sameDigest(secret.secretDigest ?? '', before.secretDigest ?? '') ? {} : { secretChanged: true }),
  }
}

/** Metadata omits the empty values of columns. */
const withoutEmpty = (value: unknown): unknown =>
  value === false || (Array.isArray(value) && value.length === 0) ? null : value

/** The sealed secret is stored only when it is used as a key. */
function storedSecret(
  { vault, projectId, id, metadata }: Registration,
  before: StoredSecret | undefined,
): StoredSecret {
  const { client_secret: secret } = metadata
  if (typeof secret !== 'string') return { secretDigest: null, secretSealed: null }
  const isKept = before?.secretDigest ? sameDigest(secret, before.secretDigest) : false
  if (!secretIsKey(metadata))
    return { secretDigest: isKept ? (before?.secretDigest ?? null) : digest(secret), secretSealed: null }
  // The stored digest cannot be used as the key.
  if (isKept)
    throw new errors.InvalidClientMetadata('the secret in use cannot become a key: register the client again')
  return { secretDigest: digest(secret), secretSealed: vault.seal(secret, secretPlace(projectId, id)) }
}

interface Room {
  readonly isOfAgents: boolean
  readonly max: number | null
  readonly all: number
  readonly registered: number
}

/**
 * Locks the project row, so that concurrent registrations are counted one after the other. Any program may register as an agent: a new
 * agent replaces the oldest unused one, so that unused registrations keep no agent out.
 */
async function refuseWithoutRoom(tx: Executor, projectId: string): Promise<void> {
  const settings = await loadSettings(tx)
  await tx.rows(sql`SELECT 1 FROM projects WHERE id = ${projectId} FOR UPDATE`)
  const [row] = await tx.rows<Room>(sql`
    SELECT p.reserved IS NOT DISTINCT FROM 'administrators' AS "isOfAgents", CASE WHEN p.system THEN NULL ELSE plan.applications_per_project END AS max,
      (SELECT count(*) FROM clients c WHERE c.project_id = p.id AND NOT c.built_in)::int AS all,
      (SELECT count(*) FROM clients c WHERE c.project_id = p.id AND c.registered_dynamically)::int AS registered
    FROM projects p LEFT JOIN plans plan ON plan.id = p.plan_id WHERE p.id = ${projectId}`)
  const max = settings['plans.enabled'] ? (row?.max ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
  if (row && row.registered < maxRegistered && row.all < max) return
  if (row?.isOfAgents && (await removeOldestUnused(tx, projectId))) return
  throw new errors.InvalidRequest('no more applications can register here', 403)
}
