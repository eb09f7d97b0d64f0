import type { Configuration } from 'oidc-provider'
import { ownClient } from '../interactions/own-sign-in.ts'
import { ArtifactAdapter } from '../request/artifact-adapter.ts'
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

/** The configuration of one project's provider: one part per concern, none of which knows another. */
export const configurationFor = (context: OptionsContext): Configuration => ({
  adapter: storage(context),
  // Our own pages sign people in like any application.
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

function storage(context: OptionsContext) {
  const { deps, project, settings } = context
  return (model: string) =>
    model === 'Client'
      ? new ClientAdapter(
          deps.database,
          deps.vault,
          project.id,
          metadataInForce(context),
          async (id) =>
            (project.reserved === 'administrators'
              ? await findMachineClient(deps.database, id)
              : undefined) ?? findDirectoryClient(deps.database, project.id, id, settings),
        )
      : new ArtifactAdapter(deps.artifacts, project.id, model as ModelName)
}
