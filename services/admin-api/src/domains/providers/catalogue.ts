import { catalogueIds, operations } from '@signet/contracts'
import { isBrand, providerKinds } from '@signet/federation'
import { issuerOf } from '@signet/tenancy'
import { implementRead } from '../../implement.ts'
import { providerGuides } from './guides.ts'
import { readProviders } from './provider-store.ts'
import { backChannelLogoutOf, callbackOf, stabilityOf } from './to-provider.ts'

/** What is recognised, with the callback address that the next provider of the kind would have. */
export const federation_catalogue_list = implementRead(
  operations.federation_catalogue_list,
  async ({ deps, project }) => {
    const taken = new Set((await readProviders(deps.database, project.id)).map(({ id }) => id))
    const issuer = issuerOf(project, deps.config.SIGNET_BASE_URL)
    const { applications, providers, connections } = project
    const callbackStability = stabilityOf(project, applications + providers + connections > 0)
    return {
      catalogue: catalogueIds.map((catalogueId) => {
        const { displayName, needs } = providerKinds[catalogueId]
        const { where, steps } = providerGuides[catalogueId]
        const providerId = freeId(catalogueId, taken)
        const callbackUri = callbackOf(issuer, providerId)
        const later = 'the address that the project gets'
        const addresses = {
          '{callback}': callbackUri ?? later,
          '{logout}': backChannelLogoutOf(issuer, providerId) ?? later,
        }
        return {
          catalogueId,
          displayName,
          brand: isBrand(catalogueId),
          fields: ['clientId', ...needs],
          where,
          steps: steps.map((step) =>
            step.replace(/\{callback\}|\{logout\}/g, (name) => addresses[name as keyof typeof addresses]),
          ),
          providerId,
          callbackUri,
          callbackStability,
        }
      }),
    }
  },
)

/** The kind's own name, or the first with a number behind it that no provider of the project has. */
function freeId(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? name : `${name}-${number}`
    if (!taken.has(id)) return id
  }
}
