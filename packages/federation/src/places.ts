import type { Place } from '@signet/secrets'

interface ProviderRef {
  readonly projectId: string
  readonly providerId: string
}

const placeOf =
  (column: string) =>
  ({ projectId, providerId }: ProviderRef): Place => ({
    table: 'identity_providers',
    row: `${projectId}/${providerId}`,
    column,
  })

/** Where a provider's secrets are sealed for. */
export const clientSecretPlace = placeOf('client_secret_sealed')
export const signingKeyPlace = placeOf('signing_key_sealed')

const ofTransaction =
  (column: string) =>
  (projectId: string, transactionId: string): Place => ({
    table: 'federation_transactions',
    row: `${projectId}/${transactionId}`,
    column,
  })

/** Where the PKCE verifier of a sign-in under way is sealed for, and what its provider posted. */
export const verifierPlace = ofTransaction('verifier_sealed')
export const answerPlace = ofTransaction('answer_sealed')
