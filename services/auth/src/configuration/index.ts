import type { Configuration } from 'oidc-provider'
import type { ModelName } from '../artifacts/models.ts'
import { ClientAdapter } from '../clients/client-adapter.ts'
import { clientMetadata } from '../clients/client-metadata.ts'
import { findDirectoryClient } from '../clients/directory-clients.ts'
import { findMachineClient } from '../clients/machine-clients.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { ownClient } from '../own-account/own-sign-in.ts'
import { errorPage } from '../pages/problem/error.ts'
import { accounts } from '../protocol/accounts.ts'
import { cookies } from '../protocol/cookies.ts'
import { lifetimes, refreshReuseSeconds } from '../protocol/lifetimes.ts'
import { pairwise } from '../protocol/pairwise.ts'
import { signing } from '../protocol/signing.ts'
import { ArtifactAdapter } from '../request/artifact-adapter.ts'
import { PolledAdapter } from '../request/polled-adapter.ts'
import { PushedRequestAdapter } from '../request/pushed-request-adapter.ts'
import { clientAuth } from './client-auth.ts'
import { egress } from './egress.ts'
import { features } from './features.ts'
import { grants } from './grants.ts'
import { metadataInForce } from './in-force.ts'
import { requestedScope } from './requested-scope.ts'

export const configurationFor = (context: OptionsContext): Configuration => ({
  adapter: storage(context),
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
  renderError: errorPage(context),
})

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
    const reuseSeconds = model === 'RefreshToken' ? refreshReuseSeconds(settings) : 0
    return new ArtifactAdapter(deps.artifacts, project.id, model, reuseSeconds)
  }
}
