import { recordsIn, textOf, type Values } from '../users/mapped.ts'
import { membersOf } from './export.ts'
import type { ProviderSources } from './provider-sources.ts'

/** Every sign-in of a provider stores these names. */
const profile = new Set(['username', 'email', 'firstName', 'lastName', 'locale'])

interface Mapping {
  readonly claim?: { readonly claim: string; readonly name: string }
  readonly group?: { readonly claim: string; readonly value: string; readonly role: string }
}

/** Undefined for a kind without a counterpart. */
function readMapper(mapper: Values): Mapping | undefined {
  const config = membersOf(mapper.config)
  const kind = String(mapper.identityProviderMapper)
  const claim =
    textOf(config.claim) ?? textOf(config['attribute.name']) ?? textOf(config['attribute.friendly.name'])
  if (claim === undefined) return undefined
  if (['oidc-user-attribute-idp-mapper', 'saml-user-attribute-idp-mapper'].includes(kind)) {
    const name = textOf(config['user.attribute'])
    return name === undefined ? undefined : { claim: { claim, name } }
  }
  if (!['oidc-role-idp-mapper', 'saml-role-idp-mapper'].includes(kind)) return undefined
  const value = textOf(config['claim.value']) ?? textOf(config['attribute.value'])
  const role = textOf(config.role)
  return value === undefined || role === undefined ? undefined : { group: { claim, value, role } }
}

/** One claim of a provider has its groups. */
export function mappingsOf(
  realm: Values,
  { alias }: Values,
  path: string,
  { groups, report }: Pick<ProviderSources, 'groups' | 'report'>,
): Record<string, unknown> {
  const groupMappings: { value: string; group: string }[] = []
  const claimMappings: { claim: string; name: string }[] = []
  let groupsClaim: string | undefined
  const own = recordsIn(realm.identityProviderMappers).filter((one) => one.identityProviderAlias === alias)
  for (const mapper of own) {
    const leave = (reason: string) => report(`${path}/mappers/${mapper.name}`, reason)
    const { claim, group } = readMapper(mapper) ?? {}
    if (claim && !profile.has(claim.name)) claimMappings.push(claim)
    else if (claim) leave(`${claim.name} is that of the provider at the first sign-in`)
    else if (!group) leave(`the mapper ${mapper.identityProviderMapper} has no counterpart`)
    else {
      const name = groups.ofRole(group.role)
      const isOther = groupsClaim !== undefined && groupsClaim !== group.claim
      if (name === undefined) leave(`the export has no role ${group.role}`)
      else if (isOther) leave(`one claim has the groups of a provider, and this one is ${groupsClaim}`)
      else {
        groupsClaim = group.claim
        groupMappings.push({ value: group.value, group: name })
      }
    }
  }
  return {
    ...(groupsClaim === undefined ? {} : { groupsClaim, groupMappings }),
    ...(claimMappings.length > 0 ? { claimMappings } : {}),
  }
}
