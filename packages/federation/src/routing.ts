import { domainOf } from './person.ts'

export interface Routable {
  readonly id: string
  readonly allowedEmailDomains: readonly string[]
}

/** Undefined when no provider or several providers list the domain. */
export function providerOfAddress<Provider extends Routable>(
  providers: readonly Provider[],
  address: string,
): Provider | undefined {
  const domain = domainOf(address)
  if (domain === null) return undefined
  const [only, another] = providers.filter(({ allowedEmailDomains }) => allowedEmailDomains.includes(domain))
  return another ? undefined : only
}
