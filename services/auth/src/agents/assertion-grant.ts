import { type AuditedTx, createMachineGrant, sql } from '@signet/db'
import { actors } from '@signet/events'
import type Provider from 'oidc-provider'
import { errors, type TokenEndpointGrantContext } from 'oidc-provider'
import { auditAgent } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { agentEndpoint } from '../protocol/apis.ts'
import { jwtBearer } from '../protocol/grant-types.ts'
import { actAsMachine, actFor } from './acting.ts'
import { type Assertion, Assertions } from './assertions.ts'
import { identifiedBy } from './identity-assertion.ts'
import { findPermitted, type PermittedAgent } from './permitted.ts'
import { verifyWorkload, withReason } from './service-account-grant.ts'

interface Exchange {
  readonly context: OptionsContext
  readonly assertions: Assertions
  readonly ctx: TokenEndpointGrantContext
  readonly agent: PermittedAgent
  readonly assertion: string
}

/**
 * Exchanges the token of a permitted workload, or an identity assertion of the company's provider about an administrator (ID-JAG), for
 * a token for the agent endpoint. The client credentials grant applies its checks and issues the token.
 * @param credentialsGrant undefined when the settings switch it off
 */
export function addAssertionGrant(
  provider: Provider,
  context: OptionsContext,
  credentialsGrant: ((ctx: TokenEndpointGrantContext) => unknown) | undefined,
): void {
  if (context.project.reserved !== 'administrators' || !credentialsGrant) return
  const assertions = new Assertions(provider, context)
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
      await act(exchange)
      await credentialsGrant(ctx)
    },
    params,
    ['resource'],
  )
}

async function act(exchange: Exchange): Promise<void> {
  const { context, assertions, agent, assertion } = exchange
  const { serviceAccount, workload } = agent
  if (serviceAccount) {
    await verifyWorkload(context, assertions, serviceAccount, assertion)
    return actAsMachine(context, agent)
  }
  return workload
    ? actForWorkload(exchange, workload).catch(countRejection(exchange))
    : actForPerson(exchange)
}

const countRejection =
  ({ context, ctx }: Exchange) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof errors.InvalidGrant)) throw error
    await context.deps.database.run(sql`
      INSERT INTO agent_refusals AS r (client_id, calls, last_at) VALUES (${String(ctx.oidc.client?.clientId)}, 1, now())
      ON CONFLICT (client_id) DO UPDATE SET calls = r.calls + 1, last_at = now()`)
    throw withReason(error)
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
  // draft-ietf-oauth-identity-assertion-authz-grant 7: a public client redirects the administrator instead.
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
