import { errors, type ResourceServerInstance } from 'oidc-provider'
import { findAccount, resolveRequestedResources } from 'oidc-provider/lib/helpers/grants.js'
import { type Assertion, Assertions } from '../agents/assertions.ts'
import { ownSettings } from '../clients/client-metadata.ts'
import { jwtBearer } from '../protocol/grant-types.ts'
import { scopeTokens } from '../protocol/scopes.ts'
import { unverifiedClaims } from '../protocol/unverified-claims.ts'
import { requireValidSignIn } from '../sign-in/standing.ts'
import { subjectOf } from './assertion-subject.ts'
import { makeAccessToken, sendAccessToken } from './issue.ts'
import {
  chooseScopes,
  type GrantParts,
  grantOfApplication,
  namesApi,
  scopesInGrant,
} from './permitted-scopes.ts'
import { readSender, type Sender } from './sender.ts'

/**
 * @returns undefined without the claim
 * @throws InvalidGrant for a claim that is neither a text nor a list of texts
 */
function resourceIn({ resource }: Partial<Assertion>): readonly string[] | undefined {
  if (resource === undefined) return undefined
  const named: readonly unknown[] = Array.isArray(resource) ? resource : [resource]
  if (named.length === 0 || !named.every((one) => typeof one === 'string'))
    throw new errors.InvalidGrant('the assertion has a claim resource that names no resource')
  return named as readonly string[]
}

/** @throws InvalidGrant when the claim is no text, InvalidScope when no scope remains */
function scopesIn({ scope }: Partial<Assertion>, permitted: readonly string[]): string[] {
  if (scope === undefined) return [...permitted]
  if (typeof scope !== 'string')
    throw new errors.InvalidGrant('the assertion has a claim scope that is no text')
  const named = scopeTokens(scope)
  const within = permitted.filter((each) => named.includes(each))
  if (within.length === 0)
    throw new errors.InvalidScope('the assertion has no scope that may be granted', scope)
  return within
}

/** RFC 7523 2.1. In the administrators' project, agents exchange JWTs instead (`agents/assertion-grant.ts`). */
export function addUserAssertionGrant({ provider, context }: Omit<GrantParts, 'ctx'>): void {
  if (context.project.reserved === 'administrators') return
  const assertions = new Assertions(provider, context)
  provider.registerGrantType(
    jwtBearer,
    (ctx) => issueForAssertion({ provider, context, ctx }, assertions),
    ['assertion', 'scope', 'resource'],
    ['resource'],
  )
}

/** Lifetime of an opaque token of an API that states none. */
const usualSeconds = 3_600

async function issueForAssertion(parts: GrantParts, assertions: Assertions): Promise<void> {
  const { provider, context, ctx } = parts
  const { client, params } = ctx.oidc
  if (client.clientAuthMethod === 'none')
    throw new errors.UnauthorizedClient('only an application that authenticates may exchange assertions')
  const { assertion } = params as { readonly assertion?: unknown }
  if (typeof assertion !== 'string') throw new errors.InvalidRequest("missing required parameter 'assertion'")
  const sender = await readSender(provider, ctx)
  const trusted = issuerOf(ownSettings(client).assertionIssuers ?? [], assertion)
  const claims = await assertions.ofUser(assertion, trusted, client.clientId)
  checkSender(claims, sender)
  const { accountId, basis } = await subjectOf(context, trusted, claims)
  const account = await findAccount(provider, ctx, accountId, {})
  if (!account) throw new errors.InvalidGrant('the subject of the assertion may not sign in')
  ctx.oidc.entity('Account', account)

  const limited = trusted.identityAssertions ? claims : {}
  const server = await resolveOneApi(parts, limited)
  const api = { scopes: server.scopes, audience: String(server.audience) }
  const grant = await grantOfApplication(parts, accountId, api)
  const granted = await scopesInGrant(context, grant, api.audience)
  const permitted = scopesIn(
    limited,
    [...server.scopes].filter((scope) => granted?.has(scope)),
  )
  const scopes = chooseScopes(ctx.oidc.requestParamScopes, permitted)
  const seconds = server.accessTokenTTL ?? usualSeconds
  // The token is all that is issued under the grant.
  const grantId = await Object.assign(grant, { expiresIn: seconds }).save()
  requireValidSignIn(context, { accountId, basis })
  const order = { accountId, grantId, server, scopes, maxSeconds: seconds, sender }
  await sendAccessToken(provider, ctx, await makeAccessToken(provider, ctx, order))
}

/** The assertion is not verified yet. @throws InvalidGrant */
function issuerOf<Issuer extends { readonly issuer: string }>(
  permitted: readonly Issuer[],
  assertion: string,
): Issuer {
  const named = unverifiedClaims(assertion)?.iss
  const found = permitted.find(({ issuer }) => issuer === named)
  if (!found) throw new errors.InvalidGrant('the assertion is of no issuer that the application permits')
  return found
}

/** Requires the key that a JWT is bound to (RFC 7800). @throws InvalidGrant */
function checkSender({ cnf }: Assertion, { proof }: Sender): void {
  if (cnf === undefined) return
  const { jkt, ...others } = Object(cnf) as Record<string, unknown>
  if (Object.keys(others).length > 0 || jkt === undefined || jkt !== proof?.thumbprint)
    throw new errors.InvalidGrant('the assertion is bound to a key that this request does not prove')
}

/**
 * Finds the API by `resource`, by scopes of one API, or by the only resource of the assertion.
 * @throws InvalidTarget
 */
async function resolveOneApi(
  { provider, context, ctx }: GrantParts,
  limited: Partial<Assertion>,
): Promise<ResourceServerInstance> {
  const { params } = ctx.oidc
  const named = resourceIn(limited)
  if (named?.length === 1) params.resource ??= named[0]
  const [server, ...others] = await resolveRequestedResources(provider, ctx)
  if (!server || others.length > 0) throw new errors.InvalidTarget('name one API with the parameter resource')
  if (named && !(await namesApi(context, named, String(server.audience))))
    throw new errors.InvalidTarget('the assertion was made for another resource')
  return server
}
