import { type Database, type Executor, sql } from '@signet/db'
import { bumpProject, endClient, loadSettings } from '@signet/directory'
import { digest, sameDigest, type Vault } from '@signet/secrets'
import { errors } from 'oidc-provider'
import { columnNames, columnUpdates, columnValues, metadataBeside } from './client-columns.ts'
import { secretIsKey, secretPlace } from './client-secret.ts'

type Metadata = Readonly<Record<string, unknown>>

/** Most applications that may have registered themselves in one project: beyond it an administrator has to look. */
const maxRegistered = 1_000

interface StoredSecret {
  readonly secretDigest: string | null
  readonly secretSealed: string | null
}

/** Writes an application that registers itself, or changes its registration; every replica sees it on its next request. */
export const saveRegistered = (
  database: Database,
  vault: Vault,
  projectId: string,
  id: string,
  metadata: Metadata,
): Promise<void> =>
  database.transaction(async (tx) => {
    const [before] = await tx.rows<StoredSecret>(sql`
      SELECT secret_digest AS "secretDigest", secret_sealed AS "secretSealed" FROM clients
      WHERE project_id = ${projectId} AND id = ${id} AND registered_dynamically FOR UPDATE`)
    const secret = storedSecret(vault, projectId, id, metadata, before)
    const beside = sql`${JSON.stringify(metadataBeside(metadata))}::jsonb`
    if (before)
      await tx.run(sql`
        UPDATE clients SET ${columnUpdates(metadata)}, metadata = ${beside}, secret_digest = ${secret.secretDigest},
          secret_sealed = ${secret.secretSealed}, updated_at = now()
        WHERE project_id = ${projectId} AND id = ${id}`)
    else {
      await refuseWithoutRoom(tx, projectId)
      await tx.run(sql`
        INSERT INTO clients (project_id, id, registered_dynamically, secret_digest, secret_sealed, metadata, ${columnNames})
        VALUES (${projectId}, ${id}, true, ${secret.secretDigest}, ${secret.secretSealed}, ${beside},
          ${columnValues(metadata)})`)
    }
    await bumpProject(tx, projectId)
  })

/** Ends what the application holds, and forgets it. */
export const forgetRegistered = (database: Database, projectId: string, id: string): Promise<void> =>
  database.transaction(async (tx) => {
    const locked = await tx.rows<object>(sql`
      SELECT 1 FROM clients WHERE project_id = ${projectId} AND id = ${id} AND registered_dynamically FOR UPDATE`)
    if (locked.length === 0) return
    await endClient(tx, projectId, id)
    await tx.run(sql`DELETE FROM clients WHERE project_id = ${projectId} AND id = ${id}`)
    await bumpProject(tx, projectId)
  })

/** What is kept of the secret: its digest, and the secret itself, sealed, only where it is a key. */
function storedSecret(
  vault: Vault,
  projectId: string,
  id: string,
  metadata: Metadata,
  before: StoredSecret | undefined,
): StoredSecret {
  const { client_secret: secret } = metadata
  if (typeof secret !== 'string') return { secretDigest: null, secretSealed: null }
  const isKept = before?.secretDigest ? sameDigest(secret, before.secretDigest) : false
  if (!secretIsKey(metadata))
    return { secretDigest: isKept ? (before?.secretDigest ?? null) : digest(secret), secretSealed: null }
  // Of a secret that only its digest is known of, nobody can make a key.
  if (isKept)
    throw new errors.InvalidClientMetadata('the secret in use cannot become a key: register anew for that')
  return { secretDigest: digest(secret), secretSealed: vault.seal(secret, secretPlace(projectId, id)) }
}

/** The project's row is locked, so that two registrations of one moment are counted one after the other. */
async function refuseWithoutRoom(tx: Executor, projectId: string): Promise<void> {
  const settings = await loadSettings(tx)
  await tx.rows(sql`SELECT 1 FROM projects WHERE id = ${projectId} FOR UPDATE`)
  const [row] = await tx.rows<{ max: number | null; all: number; registered: number }>(sql`
    SELECT CASE WHEN p.system THEN NULL ELSE plan.applications_per_project END AS max,
      (SELECT count(*) FROM clients c WHERE c.project_id = p.id AND NOT c.built_in)::int AS all,
      (SELECT count(*) FROM clients c WHERE c.project_id = p.id AND c.registered_dynamically)::int AS registered
    FROM projects p LEFT JOIN plans plan ON plan.id = p.plan_id WHERE p.id = ${projectId}`)
  const max = settings['plans.enabled'] ? (row?.max ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
  if (row && row.registered < maxRegistered && row.all < max) return
  throw new errors.InvalidRequest('no more applications can register here', 403)
}
