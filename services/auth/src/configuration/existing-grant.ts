import type { Grant, KoaContextWithOIDC } from 'oidc-provider'
import { ownSettings } from '../clients/client-metadata.ts'
import { earlierConsent } from '../consent/earlier-consent.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { isAnswered, type NeededConsent, unanswered } from '../protocol/consent-coverage.ts'
import { audienceOnly, protocolClaims, scopeTokens } from '../protocol/scopes.ts'

/**
 * Returns the grant of the session, or of an earlier consent in another browser. An application that needs no consent gets every
 * requested scope.
 */
export const existingGrant = (context: OptionsContext) => async (ctx: KoaContextWithOIDC) => {
  const { client, session, account } = ctx.oidc
  if (!client || !session || !account) return undefined
  const grant = await grantOfSession(ctx, account.accountId)
  if (!ownSettings(client).requireConsent) return grantAll(ctx, account.accountId, grant)
  const known = grant ?? (await findEarlierConsent(context, ctx, account.accountId))
  if (!known) return undefined
  ignoreOfflineAccess(ctx, known)
  if (grant) return grant
  if (!isAnswered(known, neededBy(ctx))) return undefined
  await known.save()
  return known
}

async function grantOfSession({ oidc }: KoaContextWithOIDC, accountId: string): Promise<Grant | undefined> {
  const clientId = String(oidc.client?.clientId)
  const grantId = oidc.result?.consent?.grantId ?? oidc.session?.grantIdFor(clientId)
  const grant = grantId ? await oidc.provider.Grant.find(grantId) : undefined
  return grant?.accountId === accountId ? grant : undefined
}

/** @returns undefined when the user must consent again: for a native application, `prompt=consent` and authorization details */
async function findEarlierConsent(
  { deps, project }: OptionsContext,
  { oidc }: KoaContextWithOIDC,
  accountId: string,
): Promise<Grant | undefined> {
  const { client, params, provider, prompts } = oidc
  if (!client || client.applicationType === 'native') return undefined
  if (prompts.has('consent') || params?.authorization_details !== undefined) return undefined
  const key = { projectId: project.id, accountId, clientId: client.clientId }
  return earlierConsent(provider, deps.database, key)
}

function neededBy({ oidc }: KoaContextWithOIDC): NeededConsent {
  const asked = [...oidc.requestParamScopes]
  return {
    scopes: [...oidc.requestParamOIDCScopes],
    claims: [...oidc.requestParamClaims].filter((claim) => !protocolClaims.has(claim)),
    resources: Object.fromEntries(
      Object.entries(oidc.resourceServers ?? {}).map(([resource, { scopes }]) => [
        resource,
        asked.filter((scope) => scopes.has(scope)),
      ]),
    ),
  }
}

/**
 * Removes `offline_access` when `prompt=none` forbids asking for consent (OpenID Connect Core 11). The response names the remaining
 * scope.
 */
function ignoreOfflineAccess(ctx: KoaContextWithOIDC, grant: Grant): void {
  const { params, prompts } = ctx.oidc
  if (!prompts.has('none') || !params) return
  if (unanswered(grant, neededBy(ctx)).scopes.includes('offline_access'))
    params.scope = scopeTokens(String(params.scope))
      .filter((scope) => scope !== 'offline_access')
      .join(' ')
}

async function grantAll(
  ctx: KoaContextWithOIDC,
  accountId: string,
  known: Grant | undefined,
): Promise<Grant> {
  const { client, provider } = ctx.oidc
  const needed = neededBy(ctx)
  if (known && isAnswered(known, needed)) return known
  const grant = known ?? new provider.Grant({ accountId, clientId: String(client?.clientId) })
  const { scopes, claims, resources } = unanswered(grant, needed)
  if (scopes.length) grant.addOIDCScope([...scopes])
  if (claims.length) grant.addOIDCClaims([...claims])
  for (const [resource, missing] of Object.entries(resources))
    grant.addResourceScope(resource, [audienceOnly, ...missing])
  await grant.save()
  return grant
}
