import { digest, sameDigest } from '@signet/secrets'
import { ownSettings } from '../clients/client-metadata.ts'
import { isDirectorySecret } from '../clients/directory-clients.ts'
import type { Members, Wrapper } from './override.ts'

type CompareSecret = Members['Client.prototype']['compareClientSecret']

/** Compares the digest of the presented secret with the stored digest, in constant time. */
export const compareDigest: Wrapper<CompareSecret> = (_compare, { context: { deps, project } }) =>
  async function compareClientSecret(presented) {
    const { secretDigest, connectionId } = ownSettings(this)
    if (connectionId !== undefined)
      return isDirectorySecret(deps.database, project.id, connectionId, presented)
    return secretDigest !== undefined && sameDigest(digest(presented), secretDigest)
  }
