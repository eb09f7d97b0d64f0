import {
  checkAssertionAudiences,
  checkAssertionIssuers,
  checkHttps,
  checkOrigins,
  responseTypesOf,
} from '@signet/clients'
import type { Client, InputOf, Operations } from '@signet/contracts'
import { Prisma } from '@signet/db/prisma'
import { changesDetail, givenFields } from '../../implement.ts'
import { readLogo } from '../../logo.ts'
import { requireHttpsOrPair } from '../../outgoing-address.ts'

type Input = Omit<InputOf<Operations['client_update']>, 'projectId' | 'clientId'>
type Columns = Omit<Prisma.ClientUncheckedCreateInput, 'projectId' | 'id'>

/** Null resets these fields to a default value. */
const defaults = {
  requireSignedRequestObject: false,
  requirePushedAuthorizationRequests: false,
  dpopBoundAccessTokens: false,
  backchannelLogoutSessionRequired: false,
  subjectType: 'public',
} as const

const serverCalls = [
  'jwksUri',
  'backchannelLogoutUri',
  'backchannelClientNotificationEndpoint',
  'policyUri',
  'tosUri',
] as const

/** May be plain http at the `host:port` pairs of SIGNET_EGRESS_ALLOW, for applications in development. */
const plainInDevelopment: ReadonlySet<string> = new Set(['jwksUri', 'backchannelLogoutUri'])

/**
 * Checks only the given fields, so that a stored value which violates a newer rule stays usable.
 * @param allow value of SIGNET_EGRESS_ALLOW
 */
export function clientColumns(input: Input, allow: readonly string[]): Partial<Columns> {
  for (const name of serverCalls) {
    const address = input[name]
    if (address && plainInDevelopment.has(name)) requireHttpsOrPair(name, address, allow)
    else if (address) checkHttps(name, address)
  }
  if (input.corsOrigins) checkOrigins(input.corsOrigins)
  if (input.assertionIssuers) checkAssertionIssuers(input.assertionIssuers)
  if (input.assertionAudiences) checkAssertionAudiences(input.assertionAudiences)
  const { logo, jwks, assertionIssuers, assertionAudiences, declaredClaims: _resolved, ...plain } = input
  return {
    ...(withDefaults(plain) as Partial<Columns>),
    ...(input.grantTypes ? { responseTypes: responseTypesOf(input.grantTypes) } : {}),
    ...(jwks === undefined ? {} : { jwks: jsonColumn(jwks) }),
    ...(assertionIssuers === undefined ? {} : { assertionIssuers: jsonColumn(assertionIssuers) }),
    ...(assertionAudiences === undefined ? {} : { assertionAudiences: jsonColumn(assertionAudiences) }),
    ...(logo === undefined ? {} : logoColumns(logo)),
  }
}

const jsonColumn = (value: object | null) =>
  value === null ? Prisma.DbNull : (value as Prisma.InputJsonValue)

const withDefaults = (input: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(givenFields(input)).map(([name, value]) => [
      name,
      value === null && name in defaults ? defaults[name as keyof typeof defaults] : value,
    ]),
  )

function logoColumns(logo: string | null): Pick<Columns, 'logo' | 'logoType'> {
  if (logo === null) return { logo: null, logoType: null }
  const { bytes, type } = readLogo(logo)
  return { logo: bytes, logoType: type }
}

/** Pictures, keys, issuers and receivers have no values. */
export function clientChanges(before: Client, input: Input): Record<string, unknown> {
  const large = new Set(['logo', 'jwks', 'assertionIssuers', 'assertionAudiences'])
  const changes = changesDetail(before, withDefaults(input))
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [name, large.has(name) ? 'changed' : change]),
  )
}
