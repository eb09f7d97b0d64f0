import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { answerProvider, answerProviders } from './to-provider.ts'

export const federation_provider_list = implementRead(
  operations.federation_provider_list,
  async ({ deps, project }) => ({ providers: await answerProviders(deps.database, { deps, project }) }),
)

export const federation_provider_get = implementRead(
  operations.federation_provider_get,
  ({ deps, project }, { providerId }) => answerProvider(deps.database, { deps, project }, providerId),
)
