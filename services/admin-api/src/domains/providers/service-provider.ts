import { type JsonWebKey, X509Certificate } from 'node:crypto'
import type { Provider } from '@signet/contracts'
import { callbackOf, metadataOf } from './addresses.ts'

interface Row {
  readonly id: string
  readonly protocol: Provider['protocol']
  readonly clientId: string
  readonly signsRequests: boolean
  readonly assertionKey: JsonWebKey | null
  readonly pendingFields: readonly string[]
}

/** Null for a provider without SAML, or while the project has no address. */
export function describeServiceProvider(
  { id, protocol, clientId, signsRequests, assertionKey, pendingFields }: Row,
  issuer: string | null,
): Provider['serviceProvider'] {
  const acsUrl = callbackOf(issuer, id)
  const metadataUrl = metadataOf(issuer, id)
  if (protocol !== 'saml' || acsUrl === null || metadataUrl === null) return null
  const isSigning = signsRequests || pendingFields.includes('signsRequests')
  return {
    entityId: clientId || metadataUrl,
    acsUrl,
    metadataUrl,
    certificate: isSigning ? certificateOf(assertionKey) : null,
  }
}

function certificateOf(key: JsonWebKey | null): string | null {
  const [raw]: unknown[] = Array.isArray(key?.x5c) ? key.x5c : []
  return typeof raw === 'string' ? new X509Certificate(Buffer.from(raw, 'base64')).toString() : null
}
