import { sealedPlace } from '@signet/db/sealed'
import type { Place } from '@signet/secrets'

interface ProviderRef {
  readonly projectId: string
  readonly providerId: string
}

export const clientSecretPlace = ({ projectId, providerId }: ProviderRef): Place =>
  sealedPlace('providerSecret', projectId, providerId)
export const signingKeyPlace = ({ projectId, providerId }: ProviderRef): Place =>
  sealedPlace('providerKey', projectId, providerId)
export const assertionKeyPlace = ({ projectId, providerId }: ProviderRef): Place =>
  sealedPlace('providerAssertionKey', projectId, providerId)
export const certificateKeyPlace = ({ projectId, providerId }: ProviderRef): Place =>
  sealedPlace('providerCertificateKey', projectId, providerId)
export const formerCertificateKeyPlace = ({ projectId, providerId }: ProviderRef): Place =>
  sealedPlace('formerCertificateKey', projectId, providerId)

export const pendingChangePlace = ({ projectId, providerId }: ProviderRef): Place =>
  sealedPlace('pendingProvider', projectId, providerId)

/** PKCE verifier of a pending sign-in, and the provider's posted response. */
export const verifierPlace = (projectId: string, transactionId: string): Place =>
  sealedPlace('upstreamVerifier', projectId, transactionId)
export const idTokenPlace = ({ projectId, providerId }: ProviderRef, subject: string): Place =>
  sealedPlace('upstreamIdToken', projectId, providerId, subject)
export const answerPlace = (projectId: string, transactionId: string): Place =>
  sealedPlace('upstreamAnswer', projectId, transactionId)
