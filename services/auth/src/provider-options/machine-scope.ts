import Provider, { type ClientCredentials, errors } from 'oidc-provider'
import { requestState } from '../request/state.ts'
import { checkAudience } from './audiences.ts'
import { ownSettings } from './client-metadata.ts'
import type { OptionsContext } from './context.ts'
import { scopeTokens, serverScopes } from './scopes.ts'

/**
 * A machine's token says what it is good for: scopes of its API. Scopes about a person mean nothing without one, and a
 * request of which nothing is left is refused; a token that claims what it cannot do, or answers a request by silence,
 * is not issued (RFC 6749 5.1).
 */
export function limitMachineScope(provider: Provider, context: OptionsContext): void {
  const aboutPeople = serverScopes(context.settings)
  const { prototype } = provider.ClientCredentials
  const save = prototype.save
  prototype.save = async function limited(this: ClientCredentials, ...ttl) {
    const { oidc } = Provider.ctx ?? {}
    const { client, body } = oidc ?? {}
    // Requests with a resource were checked when it was resolved.
    if (oidc && this.resourceServer === undefined) await checkAudience(context, oidc, undefined)
    // The scope of a directory is fixed, whatever it asks for.
    if (!client || ownSettings(client).connectionId !== undefined) return save.apply(this, ttl)
    if (this.resourceServer === undefined)
      this.scope = scopeTokens(this.scope)
        .filter((scope) => !aboutPeople.has(scope))
        .join(' ')
    const asked = scopeTokens(typeof body?.scope === 'string' ? body.scope : undefined)
    // A machine that names none gets what it is permitted.
    if (asked.length === 0 && requestState()?.actingAgent) this.scope = this.resourceServer?.scope
    if (asked.length > 0 && !this.scope)
      throw new errors.InvalidScope(
        'none of the requested scopes is declared by an API: name it with the resource parameter',
        asked.join(' '),
      )
    return save.apply(this, ttl)
  }
}
