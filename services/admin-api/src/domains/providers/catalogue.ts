import { catalogueIds, openIdConnectSteps, operations, providerGuides, samlSteps } from '@signet/contracts'
import { isBrand, providerKinds } from '@signet/federation'
import { issuerOf } from '@signet/tenancy'
import { implementRead } from '../../implement.ts'
import { backChannelLogoutOf, callbackOf, metadataOf } from './addresses.ts'
import { readTakenIds } from './provider-store.ts'
import { stabilityOf } from './to-provider.ts'

/** Id of the first provider without a recognized kind. */
const plainId = 'oidc'
const samlId = 'saml'

export const federation_catalogue_list = implementRead(
  operations.federation_catalogue_list,
  async ({ deps, project }) => {
    const taken = new Set(await readTakenIds(deps.database, project))
    const issuer = issuerOf(project, deps.config.SIGNET_BASE_URL)
    const { applications, providers, connections } = project
    const callbackStability = stabilityOf(project, applications + providers + connections > 0)
    const guideOf = (name: string, steps: readonly string[]) => {
      const providerId = freeId(name, taken)
      const callbackUri = callbackOf(issuer, providerId)
      const backChannelLogoutUri = backChannelLogoutOf(issuer, providerId)
      const addresses = {
        '{callback}': callbackUri ?? later,
        '{logout}': backChannelLogoutUri ?? later,
        '{metadata}': metadataOf(issuer, providerId) ?? later,
      }
      const filled = steps.map((step) =>
        step.replace(
          /\{(?:callback|logout|metadata)\}/g,
          (place) => addresses[place as keyof typeof addresses],
        ),
      )
      return { steps: filled, providerId, callbackUri, backChannelLogoutUri, callbackStability }
    }
    const saml = guideOf(samlId, samlSteps)
    return {
      saml: { ...saml, metadataUrl: metadataOf(issuer, saml.providerId) },
      catalogue: catalogueIds.map((catalogueId) => {
        const { displayName, needs, mayHave = [] } = providerKinds[catalogueId]
        const { where, steps } = providerGuides[catalogueId]
        return {
          catalogueId,
          displayName,
          brand: isBrand(catalogueId),
          fields: ['clientId', ...needs],
          optionalFields: [...mayHave],
          where,
          ...guideOf(catalogueId, steps),
        }
      }),
      openIdConnect: guideOf(plainId, openIdConnectSteps),
    }
  },
)

const later = 'the address that the project gets'

/** Adds the first free number to a used name. */
function freeId(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? name : `${name}-${number}`
    if (!taken.has(id)) return id
  }
}
