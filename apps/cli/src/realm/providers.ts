import { limits } from '@signet/contracts'
import { given, recordsIn, textOf, type Values } from '../users/mapped.ts'
import { type Entries, isOn, membersOf, type Report, secretOf } from './export.ts'
import { mappingsOf } from './provider-mappers.ts'
import { toSaml } from './provider-saml.ts'
import type { ProviderSources } from './provider-sources.ts'

export interface RealmProviders {
  readonly entries: Entries
  readonly links: ReadonlyMap<string, string>
}

const catalogue: Readonly<Record<string, string>> = {
  google: 'google',
  microsoft: 'microsoft',
  gitlab: 'gitlab',
  'keycloak-oidc': 'keycloak',
}

/** Methods that need no other credential than a secret. */
const withSecret = new Set(['client_secret_post', 'client_secret_basic', 'client_secret_basic_unencoded'])

/** The id is a part of the redirect address. */
const idOf = (alias: string): string =>
  alias.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, limits.providerIdCharacters)

/** The variable has the secret of a provider whose source has none. */
export const secretVariable = (id: string): string => `SIGNET_SECRET_${id.replaceAll('-', '_').toUpperCase()}`

export function convertProviders(realm: Values, sources: ProviderSources): RealmProviders {
  const entries = new Map<string, Record<string, unknown>>()
  const links = new Map<string, string>()
  for (const provider of recordsIn(realm.identityProviders)) {
    const alias = String(provider.alias)
    const path = `identityProviders/${alias}`
    const id = idOf(alias)
    const entry =
      provider.providerId === 'saml' ? toSaml(provider, path, sources) : toOpenId(provider, id, path, sources)
    if (!entry) continue
    reportProvider(provider, path, sources.report)
    const mappings = mappingsOf(realm, provider, path, sources)
    entries.set(id, {
      ...given({ displayName: nameOf(provider) }),
      ...entry,
      ...mappings,
      ...commonOf(provider),
    })
    links.set(alias, id)
    sources.report(path, `register the redirect address of the provider ${id} at it (page Sign-in providers)`)
  }
  return { entries: Object.fromEntries(entries), links }
}

const nameOf = ({ alias, displayName }: Values): string | undefined => {
  const name = textOf(displayName) ?? textOf(alias)
  return name?.slice(0, limits.nameCharacters)
}

const commonOf = ({ enabled, trustEmail }: Values) => ({
  enabled: enabled !== false,
  emailTrusted: trustEmail === true,
})

function toOpenId(
  provider: Values,
  id: string,
  path: string,
  { env, report }: ProviderSources,
): Record<string, unknown> | null {
  const config = membersOf(provider.config)
  const kind = String(provider.providerId)
  const known = catalogue[kind]
  const leave = (reason: string): null => {
    report(path, `${reason}, and the provider is left out`)
    return null
  }
  if (known === undefined && kind !== 'oidc') return leave(`the kind ${kind} has no counterpart`)
  const issuer = textOf(config.issuer)
  const needsIssuer = known === undefined || known === 'keycloak'
  if (needsIssuer && issuer === undefined) return leave('the export has no issuer')
  const method = textOf(config.clientAuthMethod) ?? 'client_secret_post'
  if (!withSecret.has(method)) return leave(`the authentication ${method} has no counterpart`)
  const clientSecret = secretOf(config.clientSecret) ?? env[secretVariable(id)]
  if (clientSecret === undefined) return leave(`the export has no secret: set ${secretVariable(id)}`)
  const scopes = textOf(config.defaultScope)?.split(/\s+/)
  const tenant = kind === 'microsoft' ? textOf(config.tenantId) : undefined
  return given({
    catalogueId: tenant === undefined ? known : 'entra',
    clientId: String(config.clientId),
    clientSecret,
    issuer: needsIssuer || kind === 'gitlab' ? issuer : undefined,
    tenant,
    scopes: scopes && [...new Set(['openid', ...scopes])],
    allowedEmailDomains: domainsOf(config),
    acceptsBackChannelLogout: isOn(config.backchannelSupported) ? true : undefined,
  })
}

function domainsOf({ hostedDomain }: Values): string[] | undefined {
  const domains = textOf(hostedDomain)
    ?.split(',')
    .map((domain) => domain.trim())
  return domains?.includes('*') ? undefined : domains
}

function reportProvider(provider: Values, path: string, report: Report): void {
  const {
    config,
    storeToken,
    linkOnly,
    firstBrokerLoginFlowAlias: first,
    postBrokerLoginFlowAlias: post,
  } = provider
  if (storeToken === true) report(`${path}/storeToken`, 'tokens of providers are not stored')
  if (linkOnly === true)
    report(`${path}/linkOnly`, 'a provider also signs in new users (provisioning: existing_only)')
  if (first !== undefined && first !== 'first broker login')
    report(`${path}/firstBrokerLoginFlowAlias`, 'authentication flows have no counterpart')
  if (textOf(post) !== undefined)
    report(`${path}/postBrokerLoginFlowAlias`, 'authentication flows have no counterpart')
  if (isOn(membersOf(config).hideOnLoginPage))
    report(`${path}/config/hideOnLoginPage`, 'an enabled provider has a button')
}
