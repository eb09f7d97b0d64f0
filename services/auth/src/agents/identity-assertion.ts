import { type AgentScope, agentScopes } from '@signet/contracts'
import { sql } from '@signet/db'
import { isIssuerOf, type Located } from '@signet/federation'
import { errors, type TokenEndpointGrantContext } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { IdentityRef } from '../federation/identities.ts'
import { agentEndpoint } from '../protocol/apis.ts'
import { scopeTokens } from '../protocol/scopes.ts'
import { unverifiedClaims } from '../protocol/unverified-claims.ts'
import type { Assertion, Assertions } from './assertions.ts'

interface IdentifiedAdministrator {
  readonly accountId: string
  readonly providerId: string
  /** Undefined when the provider does not limit the scopes. */
  readonly scopes: readonly AgentScope[] | undefined
  readonly claims: Assertion
}

/**
 * Returns the administrator of an identity assertion (ID-JAG): a short-lived JWT of an identity provider of the administrators'
 * project, for this client and resource, with a subject that is linked to an account. A sign-in through the provider adds the link.
 * @throws InvalidGrant
 */
export async function identifiedBy({
  context,
  assertions,
  ctx,
  assertion,
}: {
  readonly context: OptionsContext
  readonly assertions: Assertions
  readonly ctx: TokenEndpointGrantContext
  readonly assertion: string
}): Promise<IdentifiedAdministrator> {
  const { providerId, issuer } = await issuerNamed(context, assertion)
  const clientId = String(ctx.oidc.client?.clientId)
  const claims = await assertions.ofPerson(assertion, { issuer }, { clientId })
  if (claims.resource !== agentEndpoint(context))
    throw new errors.InvalidGrant('the assertion was made for another resource')
  const accountId = await linkedAccount(context, { providerId, issuer, subject: claims.sub })
  return { accountId, providerId, scopes: scopesOf(claims), claims }
}

async function issuerNamed({ deps, project, settings }: OptionsContext, assertion: string) {
  const claimed = unverifiedClaims(assertion)?.iss
  const providers = settings['federation.enabled']
    ? await deps.database.rows<Located & { readonly id: string }>(sql`
        SELECT id, catalogue_id AS "catalogueId", protocol, issuer, tenant FROM identity_providers
        WHERE project_id = ${project.id} AND enabled`)
    : []
  const provider = providers.find((one) => claimed !== undefined && isIssuerOf(one, claimed))
  if (!provider || claimed === undefined)
    throw new errors.InvalidGrant('the assertion is of no provider that administrators sign in through')
  return { providerId: provider.id, issuer: claimed }
}

async function linkedAccount(
  { deps, project }: OptionsContext,
  { providerId, issuer, subject }: Pick<IdentityRef, 'providerId' | 'issuer' | 'subject'>,
): Promise<string> {
  const [identity] = await deps.database.rows<{ accountId: string }>(sql`
    SELECT account_id AS "accountId" FROM identities
    WHERE project_id = ${project.id} AND provider_id = ${providerId} AND issuer = ${issuer} AND subject = ${subject}`)
  if (!identity)
    throw new errors.InvalidGrant('the person is linked to no administrator: they sign in once first')
  return identity.accountId
}

function scopesOf({ scope }: Assertion): readonly AgentScope[] | undefined {
  if (typeof scope !== 'string') return undefined
  const named = scopeTokens(scope)
  return agentScopes.filter((known) => named.includes(known))
}
