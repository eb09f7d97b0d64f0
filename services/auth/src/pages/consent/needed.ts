import { ownSettings } from '../../clients/client-metadata.ts'
import { earlierConsent } from '../../consent/earlier-consent.ts'
import { type RequestedAccess, requestedAccess } from '../../consent/requested-access.ts'
import { isAnswered, type NeededConsent } from '../../protocol/consent-coverage.ts'
import { scopeTokens } from '../../protocol/scopes.ts'
import { clientOf, type InteractionContext } from '../../sign-in/context.ts'
import { agentConnectionOf } from './unpermitted-agent.ts'

/** Decisions from any browser count. A native application always asks, because nothing authenticates it (RFC 8252 8.6). */
export async function needsConsent(visit: InteractionContext, accountId: string): Promise<boolean> {
  const { context, interaction, provider } = visit
  const client = await clientOf(visit)
  if (!ownSettings(client).requireConsent) return false
  const { prompt, authorization_details: details } = interaction.params
  if (client.applicationType === 'native' || details !== undefined) return true
  if (scopeTokens(typeof prompt === 'string' ? prompt : undefined).includes('consent')) return true
  const access = await requestedAccess(visit)
  const agent = await agentConnectionOf(visit, access)
  if (agent && !('agent' in agent)) return true
  const { database } = context.deps
  const key = { projectId: context.project.id, accountId, clientId: client.clientId }
  const earlier = await earlierConsent(provider, database, key)
  return !earlier || !isAnswered(earlier, neededConsent(access))
}

const neededConsent = ({ isSignIn, permissions, namedClaims, apis }: RequestedAccess): NeededConsent => ({
  scopes: [
    ...(isSignIn ? ['openid'] : []),
    ...permissions.flatMap(({ scope, resource }) => (scope && resource === undefined ? [scope] : [])),
  ],
  claims: namedClaims,
  resources: Object.fromEntries(apis.map(({ resource, scopes }) => [resource, scopes])),
})
