import { type DeclaredClaim, isClaimName, isDeclarableClaim } from '@signet/contracts'
import { textOf, type Values } from '../users/mapped.ts'
import { isOn, membersOf, type Report } from './export.ts'

/** Key: property of a user of Keycloak. */
const properties: Readonly<Record<string, DeclaredClaim['source']>> = {
  username: 'userName',
  email: 'email',
  firstName: 'givenName',
  lastName: 'familyName',
}

type Source = Pick<DeclaredClaim, 'source' | 'storedClaim' | 'value'>

/** Undefined for a kind without a counterpart. */
function sourceOf(kind: string, config: Values): Source | undefined {
  switch (kind) {
    case 'oidc-usermodel-attribute-mapper': {
      const attribute = textOf(config['user.attribute'])
      return attribute === undefined ? undefined : toAttribute(attribute)
    }
    case 'oidc-usermodel-property-mapper': {
      const source = properties[String(config['user.attribute'])]
      return source && { source }
    }
    case 'oidc-hardcoded-claim-mapper':
      return { source: 'fixed', value: fixedValue(config) }
    case 'oidc-group-membership-mapper':
    case 'oidc-usermodel-realm-role-mapper':
    case 'oidc-usermodel-client-role-mapper':
      return { source: 'groupNames' }
    default:
      return undefined
  }
}

const toAttribute = (attribute: string): Source => {
  const source = properties[attribute] ?? (attribute === 'locale' ? 'locale' : undefined)
  return source ? { source } : { source: 'storedClaim', storedClaim: attribute }
}

function fixedValue(config: Values): unknown {
  const text = String(config['claim.value'] ?? '')
  if (config['jsonType.label'] === 'boolean') return text === 'true'
  return ['int', 'long'].includes(String(config['jsonType.label'])) ? Number(text) : text
}

/** Keycloak has separate switches for each kind of token. */
const outputsOf = (config: Values): NonNullable<DeclaredClaim['in']> => [
  ...(isOn(config['id.token.claim']) ? (['id_token'] as const) : []),
  ...(isOn(config['userinfo.token.claim'] ?? config['id.token.claim']) ? (['userinfo'] as const) : []),
  ...(isOn(config['access.token.claim']) ? (['access_token'] as const) : []),
]

/** A dot in the name of a claim nests it, unless a backslash is before it. */
const nests = /(?<!\\)\./

/** Every token of Signet has the effect of these mappers. */
const needless = new Set(['oidc-sub-mapper', 'oidc-acr-mapper', 'oidc-allowed-origins-mapper'])

/** Undefined for a mapper that is reported or needs no counterpart. Audience mappers belong to the scopes (`audienceOf`). */
export function toDeclaredClaim(mapper: Values, path: string, report: Report): DeclaredClaim | undefined {
  const kind = String(mapper.protocolMapper)
  const config = membersOf(mapper.config)
  if (needless.has(kind)) return undefined
  const source = sourceOf(kind, config)
  if (!source) {
    report(path, `the mapper ${kind} has no counterpart`)
    return undefined
  }
  const name = textOf(config['claim.name']) ?? ''
  const claim = name.replaceAll('\\.', '.')
  if (nests.test(name) || name.includes('${')) {
    report(path, `the claim ${name} is a member of another claim, and a declared claim has no members`)
    return undefined
  }
  if (!isClaimName(claim) || !isDeclarableClaim(claim) || (claim === 'email' && source.source !== 'email')) {
    report(path, `the claim ${claim} is stated by the server only`)
    return undefined
  }
  const outputs = outputsOf(config)
  if (outputs.length === 0) return undefined
  if (kind !== 'oidc-group-membership-mapper' && source.source === 'groupNames')
    report(path, `the claim ${claim} has all groups of the user, and roles are groups`)
  return { claim, ...source, in: outputs }
}

export function audienceOf({ protocolMapper, config }: Values): string | undefined {
  if (protocolMapper !== 'oidc-audience-mapper') return undefined
  const { 'included.client.audience': client, 'included.custom.audience': custom } = membersOf(config)
  return textOf(client) ?? textOf(custom)
}
