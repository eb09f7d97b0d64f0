import { noteKeyUse } from '@signet/provisioning'
import type { ClientCredentials } from 'oidc-provider'
import { ownSettings } from '../clients/client-metadata.ts'
import { directoryScope } from '../clients/directory-clients.ts'
import type { Save, Wrapper } from './override.ts'

/** Few directories request a scope, so the requested one is ignored. Records the use of the key. */
export const fixDirectoryScope: Wrapper<Save<ClientCredentials>> = (save, { provider, context }) =>
  async function saveWithScope() {
    const client = this.clientId ? await provider.Client.find(this.clientId) : undefined
    const connectionId = client && ownSettings(client).connectionId
    if (connectionId === undefined) return save.call(this)
    this.scope = directoryScope
    const { deps, project } = context
    if (client?.tokenEndpointAuthMethod === 'private_key_jwt')
      await noteKeyUse(deps.database, { projectId: project.id, connectionId })
    return save.call(this)
  }
