import { type Client, errors, type Grant } from 'oidc-provider'
import { isMetadataDocument, ownSettings } from '../clients/client-metadata.ts'
import { markUsed } from '../clients/unused-clients.ts'
import type { Save, Wrapper } from './override.ts'

/**
 * The mark and the removal of unused applications update one row, so a removed application gets no grant. Later tokens cost no write.
 */
export const markFirstUse: Wrapper<Save<Grant>> = (save, { provider, context: { deps, project } }) => {
  const marked = new WeakSet<Client>()
  return async function saveMarked() {
    const client = this.clientId ? await provider.Client.find(this.clientId) : undefined
    if (client && ownSettings(client).dynamic && !isMetadataDocument(client) && !marked.has(client)) {
      if (!(await markUsed(deps.database, project.id, client.clientId)))
        throw new errors.InvalidClient('client is invalid', 'client not found')
      marked.add(client)
    }
    return save.call(this)
  }
}
