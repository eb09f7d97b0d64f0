import type { Provider } from '@signet/contracts'
import type { ClaimMapping, ClientCertificate, Located } from '@signet/federation'
import type { JWK } from 'jose'

export interface Upstream extends Located {
  readonly id: string
  readonly displayName: string
  readonly enabled: boolean
  readonly protocol: 'oidc' | 'saml'
  /** Used by SAML; the certificates (PEM) verify assertions. */
  readonly ssoUrl: string | null
  readonly signingCertificates: readonly string[]
  readonly metadataUrl: string | null
  readonly nameIdFormat: 'persistent' | 'emailAddress' | 'unspecified' | null
  readonly signsRequests: boolean
  readonly clientId: string
  readonly clientSecret: string | null
  readonly clientAuthentication: Provider['clientAuthentication']
  /** Signs client assertions or SAML requests; null for a provider without a key. */
  readonly assertionKey: JWK | null
  /** Certificate of the client, and the former one until the provider accepts it. */
  readonly clientCertificate: ClientCertificate | null
  readonly formerCertificate: ClientCertificate | null
  readonly teamId: string | null
  readonly keyId: string | null
  readonly signingKey: string | null
  readonly scopes: readonly string[]
  readonly emailTrusted: boolean
  readonly emailClaim: string | null
  readonly groupsClaim: string | null
  readonly mappedValues: readonly string[]
  readonly claimMappings: readonly ClaimMapping[]
  readonly provisioning: 'jit' | 'existing_only'
  readonly allowedEmailDomains: readonly string[]
  readonly acceptsBackChannelLogout: boolean
  readonly acceptsFrontChannelLogout: boolean
  readonly signOut: Provider['signOut']
  /** The directory that creates the accounts, and the claim that identifies them. */
  readonly bound: {
    readonly connectionId: string
    readonly claim: string
    readonly attribute: 'externalId' | 'userName'
  } | null
}
