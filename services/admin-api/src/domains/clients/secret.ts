import { secretIsKey, usesSecret } from '@signet/clients'
import { sealedPlace } from '@signet/db/sealed'
import { digest, mintToken } from '@signet/secrets'
import type { HandlerDeps } from '../../deps.ts'

interface SecretUse {
  readonly tokenEndpointAuthMethod: string
  readonly tokenEndpointAuthSigningAlg?: string | null | undefined
  readonly idTokenSignedResponseAlg?: string | null | undefined
  readonly authorizationSignedResponseAlg?: string | null | undefined
  readonly requestObjectSigningAlg?: string | null | undefined
}

interface SecretColumns {
  readonly secretDigest: string
  readonly secretSealed: string | null
  readonly previousSecretDigest: null
  readonly previousSecretExpiresAt: null
  readonly previousSecretUsedAt: null
}

export const noPreviousSecret = {
  previousSecretDigest: null,
  previousSecretExpiresAt: null,
  previousSecretUsedAt: null,
} as const

export interface NewSecret {
  readonly secret: string
  readonly columns: SecretColumns
}

export const needsSecret = (client: SecretUse): boolean =>
  usesSecret(client.tokenEndpointAuthMethod) || hasKeySecret(client)

/** The secret serves as a key of HMAC. */
export const hasKeySecret = (client: SecretUse): boolean =>
  secretIsKey(client.tokenEndpointAuthMethod, clientAlgorithms(client))

/**
 * Stores the digest, and the sealed secret only when it serves as a key.
 * @param secret by default a new one
 */
export function mintSecret(
  { vault }: Pick<HandlerDeps, 'vault'>,
  projectId: string,
  clientId: string,
  client: SecretUse,
  secret = mintToken(),
): NewSecret {
  const place = sealedPlace('clientSecret', projectId, clientId)
  const secretSealed = hasKeySecret(client) ? vault.seal(secret, place) : null
  return { secret, columns: { secretDigest: digest(secret), secretSealed, ...noPreviousSecret } }
}

const clientAlgorithms = (client: SecretUse) => [
  client.tokenEndpointAuthSigningAlg,
  client.idTokenSignedResponseAlg,
  client.authorizationSignedResponseAlg,
  client.requestObjectSigningAlg,
]
