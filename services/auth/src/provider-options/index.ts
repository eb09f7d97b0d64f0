import type { Configuration } from 'oidc-provider'
import { ArtifactAdapter } from '../storage/artifact-adapter.ts'
import { ClientAdapter } from '../storage/client-adapter.ts'
import type { ModelName } from '../storage/models.ts'
import { accounts } from './accounts.ts'
import { clientMetadata } from './client-metadata.ts'
import type { OptionsContext } from './context.ts'
import { cookies } from './cookies.ts'
import { egress } from './egress.ts'
import { errorsShown } from './errors.ts'
import { features } from './features.ts'
import { grants } from './grants.ts'
import { lifetimes } from './lifetimes.ts'
import { signing } from './signing.ts'

/** The configuration of one project's provider: one part per concern, none of which knows another. */
export const configurationFor = (context: OptionsContext): Configuration => ({
  adapter: storage(context),
  ...signing(context),
  ...accounts(context),
  ...cookies(context),
  ...features(context),
  ...grants(context),
  ...clientMetadata(context),
  ...lifetimes(),
  ...egress(context),
  ...errorsShown(context),
})

function storage(context: OptionsContext) {
  const { deps, project } = context
  const withoutGrantTypes = grantTypesSwitchedOff(context)
  return (model: string) =>
    model === 'Client'
      ? new ClientAdapter(deps.database, deps.vault, project.id, withoutGrantTypes)
      : new ArtifactAdapter(deps.database, project.id, model as ModelName)
}

/** Grant types that exist only with a feature. */
const featureOfGrantType = {
  client_credentials: 'clientCredentials',
  'urn:ietf:params:oauth:grant-type:device_code': 'deviceFlow',
  'urn:openid:params:grant-type:ciba': 'ciba',
} as const

/** What an application may hold and this provider does not offer: it keeps its other grant types meanwhile. */
function grantTypesSwitchedOff(context: OptionsContext): ReadonlySet<string> {
  const { features: chosen = {} } = features(context)
  return new Set(
    Object.entries(featureOfGrantType)
      .filter(([, feature]) => chosen[feature]?.enabled !== true)
      .map(([grantType]) => grantType),
  )
}
