import { type ImportedIdentity, identityKey, readTakenIdentities } from '@signet/accounts'
import type { ImportedLink, ImportedUser } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { hasManyTenants, isSameIssuer, issuerOfProvider, type Protocol } from '@signet/federation'

interface LinkedProvider {
  readonly id: string
  readonly protocol: Protocol
  readonly catalogueId: string | null
  readonly issuer: string | null
  readonly tenant: string | null
  /** A directory creates the accounts of the provider. */
  readonly isBound: boolean
}

export interface LinkRules {
  readonly providers: ReadonlyMap<string, LinkedProvider>
  /** Keys of identities of the project's accounts. */
  readonly taken: ReadonlySet<string>
}

export async function readLinkRules(
  executor: Executor,
  projectId: string,
  users: readonly ImportedUser[],
): Promise<LinkRules> {
  const links = users.flatMap((user) => user.links ?? [])
  if (links.length === 0) return { providers: new Map(), taken: new Set() }
  const ids = [...new Set(links.map(({ providerId }) => providerId))]
  const rows = await executor.rows<LinkedProvider>(sql`
    SELECT p.id, p.protocol, p.catalogue_id AS "catalogueId", p.issuer, p.tenant,
      EXISTS (SELECT 1 FROM provisioning_connections c WHERE c.project_id = p.project_id AND c.provider_id = p.id) AS "isBound"
    FROM identity_providers p WHERE p.project_id = ${projectId} AND p.id = ANY(${ids})`)
  const providers = new Map(rows.map((row) => [row.id, row]))
  const identities = links.flatMap((link) => {
    const provider = providers.get(link.providerId)
    return provider ? [toIdentity(link, provider)] : []
  })
  return { providers, taken: await readTakenIdentities(executor, projectId, identities) }
}

/** The issuer is that of the provider, or the tenant's. */
function toIdentity(
  { providerId, subject, issuer }: ImportedLink,
  provider: LinkedProvider,
): Omit<ImportedIdentity, 'accountId'> {
  return { providerId, subject, issuer: issuer ?? issuerOfProvider(provider) ?? '' }
}

/** Returns the problem; null for valid links. */
export function checkLinks({ links = [] }: ImportedUser, rules: LinkRules): string | null {
  const providers = links.map(({ providerId }) => providerId)
  if (new Set(providers).size < providers.length) return 'links have a provider twice'
  return links.map((link) => checkLink(link, rules)).find((problem) => problem !== null) ?? null
}

function checkLink(link: ImportedLink, { providers, taken }: LinkRules): string | null {
  const provider = providers.get(link.providerId)
  if (!provider) return `links: the project has no provider ${link.providerId}`
  if (provider.isBound) return `links: a directory creates the users of the provider ${link.providerId}`
  if (hasManyTenants(provider)) {
    if (link.issuer === undefined)
      return `links: the provider ${link.providerId} has many tenants, so that the subject needs its issuer`
  } else if (link.issuer !== undefined && !isSameIssuer(link.issuer, issuerOfProvider(provider)))
    return `links: ${link.issuer} is not the issuer of the provider ${link.providerId}`
  return taken.has(identityKey(toIdentity(link, provider)))
    ? `links: another user has the subject at ${link.providerId}`
    : null
}

export const toIdentities = (
  { links = [] }: ImportedUser,
  accountId: string,
  { providers }: LinkRules,
): ImportedIdentity[] =>
  links.flatMap((link) => {
    const provider = providers.get(link.providerId)
    return provider ? [{ accountId, ...toIdentity(link, provider) }] : []
  })
