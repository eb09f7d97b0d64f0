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

const storage =
  ({ deps, project }: OptionsContext) =>
  (model: string) =>
    model === 'Client'
      ? new ClientAdapter(deps.database, deps.vault, project.id, switchedOffGrantTypes)
      : new ArtifactAdapter(deps.database, project.id, model as ModelName)

/** Grant types an application may hold while this release, or a setting, does not offer them. */
const switchedOffGrantTypes: ReadonlySet<string> = new Set([
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:openid:params:grant-type:ciba',
])
