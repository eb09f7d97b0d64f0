import { idTokenPlace } from '@signet/federation'
import type { OptionsContext } from '../core/issuer-context.ts'
import { problemOf } from '../upstream/problem.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { findUpstream } from './upstream-store.ts'

export interface SessionAtProvider {
  readonly providerId: string
  readonly subject: string
  readonly idTokenSealed: string | null
}

/**
 * Undefined without an endpoint. The ID token identifies the session there, which saves the user a confirmation (RP-Initiated Logout
 * 1.0, 2).
 */
export async function signOutAddress(
  context: OptionsContext,
  { providerId, subject, idTokenSealed }: SessionAtProvider,
): Promise<{ readonly name: string; readonly address: URL } | undefined> {
  const upstream = await findUpstream(context, providerId)
  if (!upstream?.enabled) return undefined
  const address = await endSessionEndpoint(context, upstream)
  if (!address) return undefined
  address.searchParams.set('client_id', upstream.clientId)
  if (idTokenSealed !== null) {
    const place = idTokenPlace({ projectId: context.project.id, providerId }, subject)
    address.searchParams.set('id_token_hint', context.deps.vault.open(idTokenSealed, place))
  }
  return { name: upstream.displayName, address }
}

/** @returns undefined without an address in the metadata, or when discovery fails */
export async function endSessionEndpoint(
  { deps }: OptionsContext,
  upstream: Upstream,
): Promise<URL | undefined> {
  if (upstream.protocol === 'saml') return undefined
  const config = await deps.upstreams.connect(upstream).catch((error: unknown) => {
    if (problemOf(error) === null) throw error
  })
  return URL.parse(config?.serverMetadata().end_session_endpoint ?? '') ?? undefined
}
