import { domainOf, type Person } from './person.ts'

/** An account that a person from a provider may be. */
export interface Candidate {
  readonly accountId: string
  /** Neither deactivated nor locked. */
  readonly entitled: boolean
  readonly emailVerified: boolean
  /** A directory keeps it that is not bound to this provider. */
  readonly managedElsewhere: boolean
  /** Another person of this provider is linked to it. */
  readonly linkedToAnother: boolean
}

/** Everything that decides whose account it is. */
export interface LinkingFacts {
  readonly person: Pick<Person, 'email' | 'emailProven'> & { readonly hostedDomain?: unknown }
  /** The account the identity is linked to. */
  readonly known: Candidate | null
  /** The account of the bound directory that the connection's claim names. */
  readonly correlated: Candidate | null
  /** The account that has the address. */
  readonly holder: Candidate | null
  readonly provider: {
    readonly kind: string | null
    readonly provisioning: 'jit' | 'existing_only'
    readonly allowedEmailDomains: readonly string[]
    /** A directory creates its accounts. */
    readonly bound: boolean
  }
  readonly isAdministrators: boolean
  readonly signUpsPaused: boolean
}

export const refusals = [
  'not_allowed',
  'domain_not_allowed',
  'not_invited',
  'address_in_use',
  'sign_ups_paused',
] as const
export type LinkingRefusal = (typeof refusals)[number]

export type LinkingDecision =
  | { readonly kind: 'sign in' | 'link' | 'prove'; readonly accountId: string }
  | { readonly kind: 'create' }
  | { readonly kind: 'refuse'; readonly reason: LinkingRefusal }

const refuse = (reason: LinkingRefusal): LinkingDecision => ({ kind: 'refuse', reason })

/**
 * Whose account somebody from a provider signs in to. An identity that is linked decides, whatever its address says now;
 * then the directory bound to the provider; then the address, which alone joins nobody to an account that the person has
 * not proven, unless the provider speaks for the whole domain.
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
 * Why a person of a provider is not linked to the account that somebody has proven; null where they are. Who is linked, or
 * is named by the directory bound to the provider, is of that account and no other.
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
  // An account whose address nobody proved may have been made by a stranger to be joined (pre-hijacking).
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
 * Whether the provider decides who has an address of the domain: an organization's own provider for the domains that were
 * listed for it; Google for its own and those it hosts.
 */
function speaksForDomain({ person, provider }: LinkingFacts): boolean {
  const domain = person.email && domainOf(person.email)
  if (domain === null) return false
  if (provider.kind === 'google') return domain === 'gmail.com' || domain === person.hostedDomain
  return !brands.has(provider.kind) && provider.allowedEmailDomains.includes(domain)
}
