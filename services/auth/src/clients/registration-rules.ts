import { type ClientShape, checkClient, checkHttps } from '@signet/clients'
import { isVisible, limits } from '@signet/contracts'
import { Refusal } from '@signet/runtime'
import { type ClientMetadata, errors } from 'oidc-provider'

/**
 * An administrator must approve tokens in the application's own name, requests to users who did not open it, and tokens of users who
 * did not sign in to it.
 */
const grantsByHand = new Set([
  'client_credentials',
  'urn:openid:params:grant-type:ciba',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
  'urn:ietf:params:oauth:grant-type:token-exchange',
])

const httpsOnly = [
  'jwks_uri',
  'backchannel_logout_uri',
  'policy_uri',
  'tos_uri',
  'client_uri',
  'logo_uri',
  'initiate_login_uri',
] as const

/** Characters, for members without a limit of their own. */
const maxMember = 4_000

/**
 * Applies `checkClient`, the rules for applications that administrators create, and rejects `grantsByHand`.
 * @throws InvalidClientMetadata, or InvalidRedirectUri, naming the rule
 */
export function checkRegistration(metadata: ClientMetadata): void {
  const refused = texts(metadata.grant_types).find((type) => grantsByHand.has(type))
  if (refused) throw new errors.InvalidClientMetadata(`an application cannot register itself for ${refused}`)
  checkSizes(metadata)
  try {
    for (const name of httpsOnly) {
      const value = metadata[name]
      if (typeof value === 'string') checkHttps(name, value)
    }
    checkClient(shapeOf(metadata))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw rejection(error, metadata)
  }
}

/** Characters. */
const maxShown = 200

/** Names the reason and, for an address of a list, the address (RFC 7591 3.2.2). */
function rejection(error: Refusal, metadata: ClientMetadata): Error {
  const path = error.members.errors?.[0]?.path ?? ''
  const [field = '', index = ''] = path.split('.')
  const value = list(metadata[snakeCase(field)])[Number.parseInt(index, 10)]
  const reason = snakeCase(error.message)
  const text = value === undefined ? reason : `${reason.replace(/\.$/, '')}: ${inAscii(String(value))}`
  if (field !== 'redirectUris') return new errors.InvalidClientMetadata(text)
  return Object.assign(new errors.InvalidRedirectUri(), { error_description: text })
}

const inAscii = (value: string): string =>
  encodeURI(value.slice(0, maxShown).toWellFormed()).slice(0, maxShown)

function checkSizes(metadata: ClientMetadata): void {
  const uris = [...list(metadata.redirect_uris), ...list(metadata.post_logout_redirect_uris)]
  if (
    Math.max(list(metadata.redirect_uris).length, list(metadata.post_logout_redirect_uris).length) >
    limits.redirectUris
  )
    throw new errors.InvalidClientMetadata(
      `at most ${limits.redirectUris} addresses of a kind can be registered`,
    )
  if (uris.some((uri) => String(uri).length > limits.uriCharacters))
    throw new errors.InvalidClientMetadata(`an address has at most ${limits.uriCharacters} characters`)
  const shown = text(metadata.client_name)
  if ((shown?.length ?? 0) > limits.nameCharacters)
    throw new errors.InvalidClientMetadata(`client_name has at most ${limits.nameCharacters} characters`)
  if (shown !== null && (shown.trim() === '' || !isVisible(shown)))
    throw new errors.InvalidClientMetadata('client_name must be a name that shows all its characters')
  for (const [name, value] of Object.entries(metadata))
    if (typeof value === 'string' && value.length > maxMember)
      throw new errors.InvalidClientMetadata(`${name} is too long`)
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const texts = (value: unknown): string[] => list(value).map(String)
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const shapeOf = (metadata: ClientMetadata): ClientShape => ({
  applicationType: text(metadata.application_type) ?? 'web',
  grantTypes: texts(metadata.grant_types),
  redirectUris: texts(metadata.redirect_uris),
  postLogoutRedirectUris: texts(metadata.post_logout_redirect_uris),
  tokenEndpointAuthMethod: text(metadata.token_endpoint_auth_method) ?? 'client_secret_basic',
  tokenEndpointAuthSigningAlg: text(metadata.token_endpoint_auth_signing_alg),
  idTokenSignedResponseAlg: text(metadata.id_token_signed_response_alg),
  authorizationSignedResponseAlg: text(metadata.authorization_signed_response_alg),
  requestObjectSigningAlg: text(metadata.request_object_signing_alg),
  subjectType: text(metadata.subject_type) ?? 'public',
  sectorIdentifierUri: text(metadata.sector_identifier_uri),
  jwks: metadata.jwks ?? null,
  jwksUri: text(metadata.jwks_uri),
  backchannelTokenDeliveryMode: text(metadata.backchannel_token_delivery_mode),
  backchannelClientNotificationEndpoint: text(metadata.backchannel_client_notification_endpoint),
})

/** Replaces field names of the administration API with registered names. */
const snakeCase = (message: string): string =>
  message.replace(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
