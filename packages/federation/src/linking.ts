import type { LinkingRefusal } from '@signet/contracts'
import { domainOf, type Person } from './person.ts'

export interface Candidate {
  readonly accountId: string
  /** The account is neither deactivated nor locked. */
  readonly entitled: boolean
  readonly emailVerified: boolean
  /** Managed by a directory that is not bound to this provider. */
  readonly managedElsewhere: boolean
  readonly linkedToAnother: boolean
}

export interface LinkingFacts {
  readonly person: Pick<Person, 'email' | 'emailProven'> & { readonly hostedDomain?: unknown }
  /** Account that the identity is linked to. */
  readonly known: Candidate | null
  /** Has, in the bound directory, the value of the connection's claim. */
  readonly correlated: Candidate | null
  readonly holder: Candidate | null
  readonly provider: {
    readonly kind: string | null
    readonly provisioning: 'jit' | 'existing_only'
    readonly allowedEmailDomains: readonly string[]
    /** A directory creates the provider's accounts. */
    readonly bound: boolean
  }
  readonly isAdministrators: boolean
  readonly signUpsPaused: boolean
}

export type LinkingDecision =
  | { readonly kind: 'sign in' | 'link' | 'prove'; readonly accountId: string }
  | { readonly kind: 'create' }
  | { readonly kind: 'refuse'; readonly reason: LinkingRefusal }

const refuse = (reason: LinkingRefusal): LinkingDecision => ({ kind: 'refuse', reason })

/**
 * An existing link takes precedence over the current address, then the directory bound to the provider, then the address. An address
 * links to an existing account only after the user has proven that account, unless the provider is authoritative for the domain.
 */
export function decideAccount(facts: LinkingFacts): LinkingDecision {
  const { known, correlated, holder, provider, isAdministrators } = facts
  if (known) return known.entitled ? { kind: 'sign in', accountId: known.accountId } : refuse('not_allowed')
  if (correlated) return correlated.entitled ? link(correlated) : refuse('not_allowed')
  if (!isDomainAllowed(facts)) return refuse('domain_not_allowed')
  if (holder) return joinHolder(facts, holder)
  if (isAdministrators || provider.bound || provider.provisioning === 'existing_only')
    return refuse('not_invited')
  if (facts.signUpsPaused) return refuse('sign_ups_paused')
  return { kind: 'create' }
}

/**
 * Null when linking to a proven account is allowed. A user who is linked already, or assigned by the directory bound to the provider,
 * belongs to that account only.
 */
export function refusalOfLink(
  facts: LinkingFacts,
  accountId: string,
): 'linked_elsewhere' | 'domain_not_allowed' | null {
  const owner = facts.known ?? facts.correlated
  if (owner && owner.accountId !== accountId) return 'linked_elsewhere'
  return isDomainAllowed(facts) ? null : 'domain_not_allowed'
}

const link = ({ accountId, linkedToAnother }: Candidate): LinkingDecision =>
  linkedToAnother ? refuse('address_in_use') : { kind: 'link', accountId }

function joinHolder(facts: LinkingFacts, holder: Candidate): LinkingDecision {
  if (!facts.person.emailProven || holder.managedElsewhere || holder.linkedToAnother)
    return refuse('address_in_use')
  if (!holder.entitled) return refuse('not_allowed')
  // An attacker may have created an account with an unproven address, to be linked by its owner (pre-hijacking).
  const joinsAtOnce = holder.emailVerified && !facts.isAdministrators && speaksForDomain(facts)
  return { kind: joinsAtOnce ? 'link' : 'prove', accountId: holder.accountId }
}

function isDomainAllowed({ person: { email }, provider: { allowedEmailDomains } }: LinkingFacts): boolean {
  if (allowedEmailDomains.length === 0) return true
  const domain = email && domainOf(email)
  return domain !== null && allowedEmailDomains.includes(domain)
}

const brands: ReadonlySet<string | null> = new Set(['google', 'microsoft', 'apple'])

/**
 * True for an organization's own provider for its listed domains, and for Google for its own and hosted domains: the provider decides who owns an address.
 */
function speaksForDomain({ person, provider }: LinkingFacts): boolean {
  const domain = person.email && domainOf(person.email)
  if (domain === null) return false
  if (provider.kind === 'google') return domain === 'gmail.com' || domain === person.hostedDomain
  return !brands.has(provider.kind) && provider.allowedEmailDomains.includes(domain)
}
