import { isResourceIndicator } from '@signet/clients'
import { limits } from '@signet/contracts'
import { errors } from 'oidc-provider'
import { ownSettings } from '../clients/client-metadata.ts'
import type { ExchangeParams } from './exchange-params.ts'
import { chooseScopes, type GrantParts } from './permitted-scopes.ts'

interface Receiver {
  readonly issuer: string
  /** The application at this server. */
  readonly clientId: string
  /** Empty without a limit. */
  readonly resources: readonly string[]
  readonly scopes: readonly string[]
  /** Lifetime of the assertion. */
  readonly seconds: number
}

/**
 * A request without resources and scopes gets all of a limited entry.
 * @throws InvalidTarget for a receiver or a resource without permission, InvalidScope for such a scope
 */
export function chooseReceiver({ context, ctx }: GrantParts, params: ExchangeParams): Receiver {
  const issuer = oneAudience(params)
  const entry = ownSettings(ctx.oidc.client).assertionAudiences?.find((one) => one.issuer === issuer)
  // The draft forbids an issuer to accept its own assertions (8.3).
  if (!entry || issuer === context.issuer)
    throw new errors.InvalidTarget(
      'the audience is no authorization server for which the application gets identity assertions',
    )
  const { requestParamScopes: asked } = ctx.oidc
  return {
    issuer,
    clientId: entry.clientId,
    resources: chooseResources(params, entry.resources),
    scopes: entry.scopes ? chooseScopes(asked, entry.scopes) : [...asked],
    seconds: entry.seconds ?? limits.assertionAudiences.seconds.default,
  }
}

function oneAudience({ audience }: ExchangeParams): string {
  const [issuer, ...others] = [audience ?? []].flat()
  if (issuer === undefined || others.length > 0)
    throw new errors.InvalidRequest('an identity assertion needs one parameter audience')
  return issuer
}

function chooseResources(
  { resource = [] }: ExchangeParams,
  permitted: readonly string[] | undefined,
): readonly string[] {
  const named = [...new Set([resource].flat())]
  if (!named.every(isResourceIndicator))
    throw new errors.InvalidTarget('a resource must be an absolute address without a fragment')
  if (permitted && !named.every((one) => permitted.includes(one)))
    throw new errors.InvalidTarget('the application gets no identity assertions for this resource')
  return named.length > 0 ? named : (permitted ?? [])
}
