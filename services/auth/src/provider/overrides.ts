import type { Client } from 'oidc-provider'
import { deriveAcr } from './acr.ts'
import { allowAssertionsOfAgents } from './agent-assertions.ts'
import { enqueuePing } from './ciba-pings.ts'
import { cacheClients, prepareKeys } from './client-cache.ts'
import { rejectGrantType, rejectRedirectUri, rejectResponseType } from './client-checks.ts'
import type { ClientKeyStore } from './client-key-store.ts'
import { fetchSeldom, refetchForUnknownKey } from './client-keys.ts'
import { compareDigest } from './client-secrets.ts'
import type { OverrideContext, ProviderContext } from './context.ts'
import { addDeclared } from './declared-claims.ts'
import { fixDirectoryScope } from './directory-scope.ts'
import { findWithSignIn } from './exchanged-tokens.ts'
import { markFirstUse } from './first-use.ts'
import { addSessionId, enqueueLogout } from './logout-notices.ts'
import { limitMachineScope } from './machine-scope.ts'
import { type Members, type Override, override, replaceMember, shareKeyStore } from './override.ts'
import { deriveSuccessor } from './refresh-successors.ts'
import { insertOnce } from './replay-detection.ts'
import { addPresented, skipUnstored, storePresented } from './sessions.ts'
import { findNoJwt, rebuildFromJwt } from './structured-tokens.ts'
import { acceptAudience } from './userinfo-audience.ts'

/**
 * The wrappers have the order in which a call passes them. Options, events, grant types and the adapter are used wherever they suffice.
 * `route-steps.ts` lists the changed steps of routes.
 */
export const overrides: readonly Override[] = [
  // No wrapper: the constructor of oidc-provider calls it, so `IssuerProvider` overrides it as a subclass.
  override(
    'Provider.prototype',
    'registerGrantType',
    'RFC 7523 2.1: the assertion grant ends in the grant client_credentials, which oidc-provider does not export',
  ),
  override(
    'Client',
    'find',
    'oidc-provider caches 100 clients and hashes the metadata of a client for each use',
    cacheClients,
    prepareKeys,
  ),
  override(
    'Client.prototype',
    'compareClientSecret',
    'oidc-provider compares secrets in clear; Signet stores digests, those of directories with their connection',
    compareDigest,
  ),
  override(
    'Client.prototype',
    'grantTypeAllowed',
    'RFC 6749 5.2 names unauthorized_client; an entry among the permitted agents allows RFC 7523 2.1',
    allowAssertionsOfAgents,
    rejectGrantType,
  ),
  override(
    'Client.prototype',
    'responseTypeAllowed',
    'RFC 6749 4.1.2.1 names unauthorized_client; oidc-provider sends invalid_request',
    rejectResponseType,
  ),
  override(
    'Client.prototype',
    'redirectUriAllowed',
    'RFC 9126 2.4: a pushed address that is not registered follows the rules of registered ones',
    rejectRedirectUri,
  ),
  override(
    'Client.prototype',
    'backchannelLogout',
    'Back-Channel Logout 1.0, 2.5: the notice commits with the end of the session and is sent later',
    enqueueLogout,
  ),
  override(
    'Client.prototype',
    'includeSid',
    'Back-Channel Logout 1.0, 2.4: relying parties match sid without having registered for it; an exchange for an identity assertion reads it',
    addSessionId,
  ),
  override(
    'Client.prototype',
    'backchannelPing',
    'CIBA Core 10.2: the ping commits with the decision that it announces and is sent later',
    enqueuePing,
  ),
  override(
    'ClientKeyStore',
    'refresh',
    'bounds the fetches of jwks_uri; oidc-provider repeats a failed one for each request',
    fetchSeldom,
  ),
  override(
    'ClientKeyStore',
    'selectForVerify',
    'OpenID Connect Core 10.1.1: an unknown kid makes the server read jwks_uri again',
    refetchForUnknownKey,
  ),
  override(
    'Claims.prototype',
    'result',
    'OpenID Connect Core 5.4: oidc-provider releases claims by scope only; a declared claim needs no scope',
    addDeclared,
  ),
  override(
    'AccessToken',
    'find',
    'RFC 7662 with RFC 9068: introspection of a JWT; tokens of APIs at UserInfo; RFC 6750 3.1: the reason for a rejection; RFC 8693: tokens of another client than their grant',
    rebuildFromJwt,
    acceptAudience,
    findWithSignIn,
  ),
  override(
    'ClientCredentials',
    'find',
    'saves the read of a JWT that introspection looks up: it is in no table of tokens',
    findNoJwt,
  ),
  override(
    'RefreshToken',
    'find',
    'saves the read of a JWT that introspection looks up: it is in no table of tokens',
    findNoJwt,
  ),
  override(
    'RefreshToken.prototype',
    'generateTokenId',
    'RFC 9700 4.14.2: a client that repeats a refresh whose response was lost gets the same successor',
    deriveSuccessor,
  ),
  override(
    'ReplayDetection',
    'unique',
    'RFC 7523 3: oidc-provider reads and then writes, so that two concurrent requests pass',
    insertOnce,
  ),
  override(
    'ClientCredentials.prototype',
    'save',
    'RFC 6749 3.3 and 5.1: the token names the scope that it has, that of a directory is fixed',
    limitMachineScope,
    fixDirectoryScope,
  ),
  override(
    'Grant.prototype',
    'save',
    'an unused registration is removed; no event can reject its first grant, and the adapter knows no clients',
    markFirstUse,
  ),
  override(
    'Session',
    'IN_PAYLOAD',
    'the session stores the presented credentials, which the first proof of the address keeps',
    addPresented,
  ),
  override(
    'Session.prototype',
    'loginAccount',
    'the session stores the presented credentials; oidc-provider passes known members of the login only',
    storePresented,
  ),
  override(
    'Session.prototype',
    'persist',
    'oidc-provider persists a new session without a lifetime when a page of the device flow fails',
    skipUnstored,
  ),
  override(
    'OIDCContext.prototype',
    'acr',
    'OpenID Connect Core 2: acr is derived from amr by a setting; oidc-provider stores it with the session',
    deriveAcr,
  ),
]

export function overrideProvider(parts: ProviderContext): void {
  const context: OverrideContext = {
    ...parts,
    overrideKeyStore: (client, known) => overrideKeyStore(client, context, known),
  }
  for (const row of overrides)
    if (row.of !== 'ClientKeyStore' && row.wrappers.length > 0)
      replaceMember(targetOf(parts, row.of), row, context)
}

function overrideKeyStore(
  client: Client,
  context: OverrideContext,
  known: ClientKeyStore | undefined,
): ClientKeyStore | undefined {
  if (known) {
    shareKeyStore(client, known)
    return known
  }
  const { asymmetricKeyStore } = client as { readonly asymmetricKeyStore?: ClientKeyStore }
  // oidc-provider returns the same client again from a cache of its own.
  if (!asymmetricKeyStore || Object.hasOwn(asymmetricKeyStore, 'refresh')) return asymmetricKeyStore
  for (const row of overrides)
    if (row.of === 'ClientKeyStore') replaceMember(asymmetricKeyStore, row, context)
  return asymmetricKeyStore
}

function targetOf({ provider }: ProviderContext, of: Exclude<keyof Members, 'ClientKeyStore'>): object {
  const [name, isPrototype] = of.split('.') as [Extract<keyof Members, keyof typeof provider>, string?]
  return isPrototype ? provider[name].prototype : provider[name]
}
