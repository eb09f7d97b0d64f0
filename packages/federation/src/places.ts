import { sealedPlace } from '@signet/db/sealed'
import type { Place } from '@signet/secrets'

interface ProviderRef {
  readonly projectId: string
  readonly providerId: string
}

/** Where a provider's secrets are sealed for. */
export const clientSecretPlace = ({ projectId, providerId }: ProviderRef): Place =>
  sealedPlace('providerSecret', projectId, providerId)
export const signingKeyPlace = ({ projectId, providerId }: ProviderRef): Place =>
  sealedPlace('providerKey', projectId, providerId)

/** Binds a sealed change to its provider until a trial sign-in proves it. */
export const pendingChangePlace = ({ projectId, providerId }: ProviderRef): Place =>
  sealedPlace('pendingProvider', projectId, providerId)

/** Where the PKCE verifier of a sign-in under way is sealed for, and what its provider posted. */
export const verifierPlace = (projectId: string, transactionId: string): Place =>
  sealedPlace('upstreamVerifier', projectId, transactionId)
/** Where the ID token of a session at a provider is sealed for. */
export const idTokenPlace = ({ projectId, providerId }: ProviderRef, subject: string): Place =>
  sealedPlace('upstreamIdToken', projectId, providerId, subject)
export const answerPlace = (projectId: string, transactionId: string): Place =>
  sealedPlace('upstreamAnswer', projectId, transactionId)
