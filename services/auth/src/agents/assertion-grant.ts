import { type AuditedTx, createMachineGrant } from '@signet/db'
import { actors } from '@signet/events'
import type Provider from 'oidc-provider'
import { errors } from 'oidc-provider'
import { auditAgent } from '../audit.ts'
import { agentEndpoint } from '../provider-options/apis.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { actAsMachine, actFor } from './acting.ts'
import { type Assertion, Assertions } from './assertions.ts'
import { builtInGrant, type GrantContext } from './built-in-grants.ts'
import { identifiedBy } from './identity-assertion.ts'
import { findPermitted, type PermittedAgent } from './permitted.ts'

/** RFC 7523 2.1 */
export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

interface Exchange {
  readonly context: OptionsContext
  readonly assertions: Assertions
  readonly ctx: GrantContext
  readonly agent: PermittedAgent
  readonly assertion: string
}

/**
 * Tokens for the agent endpoint in exchange for a JWT that somebody trusted has signed: the token of a workload that a
 * permitted machine is, or the company's provider vouching for a person (ID-JAG). From there on it is the grant of a
 * machine's own credentials, with whatever that checks and binds.
 */
export function addAssertionGrant(provider: Provider, context: OptionsContext): void {
  const credentialsGrant = builtInGrant(provider, 'client_credentials')
  if (context.project.reserved !== 'administrators' || !credentialsGrant) return
  const assertions = new Assertions(provider, context)
  allowToAgents(provider)
  const params = ['assertion', 'scope', 'resource']
  provider.registerGrantType(
    jwtBearer,
    async (ctx) => {
      const { oidc } = ctx
      const agent = await findPermitted(context.deps.database, oidc.client?.clientId ?? '')
      if (!agent) throw new errors.UnauthorizedClient('this client may not act as an agent')
      const assertion = oidc.params?.assertion
      if (typeof assertion !== 'string' || !oidc.params)
        throw new errors.InvalidRequest("missing required parameter 'assertion'")
      oidc.params.resource ??= agentEndpoint(context)
      const exchange = { context, assertions, ctx, agent, assertion }
      await (agent.workload ? actForWorkload(exchange, agent.workload) : actForPerson(exchange))
      await credentialsGrant(ctx)
    },
    params,
    ['resource'],
  )
}

/** Whether a client may is decided by its entry among the permitted agents, and by nothing it says of itself. */
function allowToAgents({ Client: { prototype } }: Provider): void {
  const { grantTypeAllowed } = prototype
  prototype.grantTypeAllowed = function allowed(type) {
    return type === jwtBearer || grantTypeAllowed.call(this, type)
  }
}

async function actForWorkload(
  exchange: Exchange,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<void> {
  const { context, agent, assertions, assertion } = exchange
  const claims = await assertions.ofWorkload(assertion, issuer)
  if (claims.sub !== subject) throw new errors.InvalidGrant('the assertion is of another subject')
  await actAsMachine(context, agent)
  await audit(exchange, String(agent.actsFor), claims, { issuer })
}

async function actForPerson(exchange: Exchange): Promise<void> {
  const { context, ctx } = exchange
  const clientId = String(ctx.oidc.client?.clientId)
  // draft-ietf-oauth-identity-assertion-authz-grant 7: who cannot authenticate sends the person here.
  if (ctx.oidc.client?.clientAuthMethod === 'none')
    throw new errors.UnauthorizedClient(
      'a client exchanges identity assertions only with a credential of its own',
    )
  const { accountId, providerId, scopes, claims } = await identifiedBy(exchange)
  const { deps, project } = context
  const grantId = await createMachineGrant(deps.database, {
    projectId: project.id,
    accountId,
    clientId,
    seconds: assertedSeconds,
  })
  await actFor(context, { accountId, grantId, ...(scopes ? { scopes } : {}) })
  await audit(exchange, accountId, claims, { provider: providerId })
}

/** A grant made for one token lives as long as the token. */
const assertedSeconds = 900

const audit = (
  { context: { deps, project }, ctx, agent }: Exchange,
  accountId: string,
  { jti, sub }: Assertion,
  by: object,
): Promise<AuditedTx> =>
  auditAgent(
    deps.database,
    project.id,
    { id: agent.id, clientId: String(ctx.oidc.client?.clientId) },
    {
      actor: actors.administrator(accountId),
      action: 'mcp.token.exchange',
      surface: null,
      detail: { ...by, subject: sub, jti },
    },
  )
