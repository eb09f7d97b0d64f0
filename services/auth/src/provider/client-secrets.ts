import { digest, sameDigest } from '@signet/secrets'
import { ownSettings } from '../clients/client-metadata.ts'
import { isDirectorySecret } from '../clients/directory-clients.ts'
import { notePreviousSecret } from '../clients/previous-secrets.ts'
import type { Members, Wrapper } from './override.ts'

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
