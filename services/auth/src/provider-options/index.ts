import type { Configuration } from 'oidc-provider'
import { ownClient } from '../interactions/own-sign-in.ts'
import { ArtifactAdapter } from '../request/artifact-adapter.ts'
import { PolledAdapter } from '../request/polled-adapter.ts'
import { PushedRequestAdapter } from '../request/pushed-request-adapter.ts'
import { ClientAdapter } from '../storage/client-adapter.ts'
import { findDirectoryClient } from '../storage/directory-clients.ts'
import { findMachineClient } from '../storage/machine-clients.ts'
import type { ModelName } from '../storage/models.ts'
import { accounts } from './accounts.ts'
import { clientAuth } from './client-auth.ts'
import { clientMetadata } from './client-metadata.ts'
import type { OptionsContext } from './context.ts'
import { cookies } from './cookies.ts'
import { egress } from './egress.ts'
import { errorsShown } from './errors.ts'
import { features } from './features.ts'
import { grants } from './grants.ts'
import { metadataInForce } from './in-force.ts'
import { lifetimes } from './lifetimes.ts'
import { pairwise } from './pairwise.ts'
import { requestedScope } from './requested-scope.ts'
import { signing } from './signing.ts'

/** Makes the configuration of one project's provider from independent parts, one for each concern. */
export const configurationFor = (context: OptionsContext): Configuration => ({
  adapter: storage(context),
  // The pages of Signet are a client, to which users sign in.
  clients: [ownClient(context)],
  ...signing(context),
  ...accounts(context),
  ...cookies(context),
  ...clientAuth(context),
  ...pairwise(context),
  ...features(context),
  ...grants(context),
  ...requestedScope(context),
  ...clientMetadata(context),
  ...lifetimes(context),
  ...egress(context),
  ...errorsShown(context),
})

/** Makes the adapter of each model. */
function storage(context: OptionsContext) {
  const { deps, project, settings } = context
  const clients = () =>
    new ClientAdapter(
      deps.database,
      deps.vault,
      project.id,
      metadataInForce(context),
      async (id) =>
        (project.reserved === 'administrators' ? await findMachineClient(deps.database, id) : undefined) ??
        findDirectoryClient(deps.database, project.id, id, settings),
    )
  return (name: string) => {
    if (name === 'Client') return clients()
    const model = name as ModelName
    if (model === 'DeviceCode' || model === 'BackchannelAuthenticationRequest')
      return new PolledAdapter(deps.artifacts, deps.database, project.id, model)
    if (model === 'PushedAuthorizationRequest')
      return new PushedRequestAdapter(deps.artifacts, project.id, model)
    return new ArtifactAdapter(deps.artifacts, project.id, model)
  }
}
