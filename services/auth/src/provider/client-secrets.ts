import { sql } from '@signet/db'
import { digest, sameDigest } from '@signet/secrets'
import { ownSettings } from '../clients/client-metadata.ts'
import { isDirectorySecret } from '../clients/directory-clients.ts'
import type { IssuerDeps } from '../core/deps.ts'
import type { Members, Wrapper } from './override.ts'

const everyMs = 60_000
/** The map is then cleared: a repeated note writes the same row again. */
const maxRemembered = 10_000

const noted = new Map<string, number>()

/**
 * Stores at most once a minute in a process, after the response: an administrator sees when no deployment uses the previous secret any
 * more.
 */
function notePreviousSecret(
  { database, backgroundTasks }: Pick<IssuerDeps, 'database' | 'backgroundTasks'>,
  projectId: string,
  clientId: string,
): void {
  const key = `${projectId} ${clientId}`
  const now = Date.now()
  if (now - (noted.get(key) ?? 0) < everyMs) return
  if (noted.size >= maxRemembered) noted.clear()
  noted.set(key, now)
  backgroundTasks.run(async () => {
    await database.run(sql`
      UPDATE clients SET previous_secret_used_at = now()
      WHERE project_id = ${projectId} AND id = ${clientId} AND previous_secret_digest IS NOT NULL`)
  })
}

type CompareSecret = Members['Client.prototype']['compareClientSecret']

/** Compares digests in constant time. */
export const compareDigest: Wrapper<CompareSecret> = (_compare, { context: { deps, project } }) =>
  async function compareClientSecret(presented) {
    const { secretDigest, previousSecret, connectionId } = ownSettings(this)
    if (connectionId !== undefined)
      return isDirectorySecret(deps.database, project.id, connectionId, presented)
    const presentedDigest = digest(presented)
    if (secretDigest !== undefined && sameDigest(presentedDigest, secretDigest)) return true
    if (!previousSecret || previousSecret.expiresAt <= Date.now()) return false
    if (!sameDigest(presentedDigest, previousSecret.digest)) return false
    notePreviousSecret(deps, project.id, this.clientId)
    return true
  }
