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

interface NewSecret {
  readonly secret: string
  readonly columns: { readonly secretDigest: string; readonly secretSealed: string | null }
}

export const needsSecret = (client: SecretUse): boolean =>
  usesSecret(client.tokenEndpointAuthMethod) ||
  secretIsKey(client.tokenEndpointAuthMethod, clientAlgorithms(client))

/** Creates a secret and its stored form: the digest, and the sealed secret only when it serves as a key. */
export function mintSecret(
  { vault }: Pick<HandlerDeps, 'vault'>,
  projectId: string,
  clientId: string,
  client: SecretUse,
): NewSecret {
  const secret = mintToken()
  const place = sealedPlace('clientSecret', projectId, clientId)
  const kept = secretIsKey(client.tokenEndpointAuthMethod, clientAlgorithms(client))
  return {
    secret,
    columns: { secretDigest: digest(secret), secretSealed: kept ? vault.seal(secret, place) : null },
  }
}

const clientAlgorithms = (client: SecretUse) => [
  client.tokenEndpointAuthSigningAlg,
  client.idTokenSignedResponseAlg,
  client.authorizationSignedResponseAlg,
  client.requestObjectSigningAlg,
]
