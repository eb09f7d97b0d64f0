import * as z from 'zod'
import { clientAuthMethods } from '../client-auth-methods.ts'
import type { FieldEffects } from '../effects.ts'
import { labelAnswer } from '../labels.ts'
import { limits } from '../limits.ts'
import { secret } from '../secret.ts'
import { FreeObject, HttpsUrl, id, idPrefixes, NewName, Timestamp } from '../values.ts'
import { AssertionAudience } from './assertion-audience.ts'
import { AssertionIssuer, PublicKeySet } from './assertion-issuer.ts'
import { ClientClaims } from './declared-claim.ts'
import { ResourceIdentifier } from './protected-resource.ts'

export const grantTypes = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:openid:params:grant-type:ciba',
  'urn:ietf:params:oauth:grant-type:token-exchange',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
] as const

/** RFC 8705; only dynamically registered applications. */
export const certificateAuthMethods = ['tls_client_auth', 'self_signed_tls_client_auth'] as const

export const ApplicationType = z.enum(['web', 'native'])
export const GrantType = z.enum(grantTypes)
export const ClientAuthMethod = z.enum(clientAuthMethods)
const Uri = z.string().min(1).max(limits.uriCharacters)
export const Pkce = z
  .enum(['required', 'optional'])
  .describe('optional: a confidential client may omit PKCE; null: as pkce.required.')
const httpsText = 'Must use https when set or changed.'
const UriList = z.array(Uri).max(limits.redirectUris)
const Algorithm = z.string().min(1).max(16)
const Scope = z
  .string()
  .max(4000)
  .describe(
    'Space-separated scopes that it may request, of the server and of APIs of the project. Empty: every declared scope.',
  )
export const Color = z
  .string()
  .max(limits.colorCharacters)
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a color written #rrggbb')
export const Logo = z
  .string()
  .max(limits.logoDataUrlCharacters)
  .regex(
    /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/,
    'must be a PNG, JPEG or WebP data URL in base64',
  )
  .describe('data URL of image/png, image/jpeg or image/webp, at most 64 KiB decoded.')
/** Cannot be cleared: a missing field keeps its value. */
const plain = {
  clientName: NewName,
  applicationType: ApplicationType,
  grantTypes: z.array(GrantType).min(1),
  redirectUris: UriList,
  postLogoutRedirectUris: UriList,
  tokenEndpointAuthMethod: ClientAuthMethod,
  scope: Scope,
  requireConsent: z.boolean(),
  partialConsent: z.boolean().describe('The user may deselect individual permissions.'),
  authorizationDetailsTypes: z.array(z.string().min(1).max(200)).max(50),
  corsOrigins: z
    .array(z.string().min(1).max(limits.corsOriginCharacters))
    .max(limits.corsOrigins)
    .describe(
      'Origins of its requests in browsers; default for a public web application: those of its redirect URIs.',
    ),
  exchangeAudiences: z
    .array(ResourceIdentifier)
    .max(limits.exchangeAudiences)
    .describe('APIs whose tokens it may exchange.'),
  requireSignedRequestObject: z.boolean(),
  requirePushedAuthorizationRequests: z.boolean(),
  dpopBoundAccessTokens: z.boolean(),
  backchannelLogoutSessionRequired: z.boolean(),
  declaredClaims: ClientClaims,
} as const

/** Null clears them in an update. */
const clearable = {
  backchannelTokenDeliveryMode: z.enum(['poll', 'ping']),
  backchannelClientNotificationEndpoint: Uri,
  jwks: PublicKeySet,
  jwksUri: Uri.describe(httpsText),
  tokenEndpointAuthSigningAlg: Algorithm,
  idTokenSignedResponseAlg: Algorithm,
  authorizationSignedResponseAlg: Algorithm,
  requestObjectSigningAlg: Algorithm,
  backchannelLogoutUri: Uri.describe(httpsText),
  subjectType: z.enum(['public', 'pairwise']),
  sectorIdentifierUri: Uri,
  pkce: Pkce,
  idTokenClaims: z
    .boolean()
    .describe(
      'Whether its ID tokens contain the claims of the granted scopes; null: as conformIdTokenClaims.',
    ),
  assertionIssuers: z
    .array(AssertionIssuer)
    .max(limits.assertionIssuers)
    .describe('Issuers of the JWTs that it may exchange for tokens.'),
  assertionAudiences: z
    .array(AssertionAudience)
    .max(limits.assertionAudiences.entries)
    .describe('Authorization servers for which it obtains identity assertions (ID-JAG) about its users.'),
  logo: Logo,
  primaryColor: Color,
  policyUri: HttpsUrl,
  tosUri: HttpsUrl,
} as const

const nullable = z.strictObject(
  Object.fromEntries(Object.entries(clearable).map(([name, schema]) => [name, schema.nullable()])) as {
    [K in keyof typeof clearable]: z.ZodNullable<(typeof clearable)[K]>
  },
)

type ClientField = keyof typeof plain | keyof typeof clearable

/**
 * Displayed texts and images have no effect. Every other field affects the issue of tokens, their kind or their recipient; a change of
 * the authentication method returns a secret.
 */
const exceptions: Partial<Record<ClientField, FieldEffects>> = {
  clientName: ['none'],
  logo: ['none'],
  primaryColor: ['none'],
  policyUri: ['none'],
  tosUri: ['none'],
  tokenEndpointAuthMethod: ['lets-in', 'exposes'],
}

export const clientFieldEffects: Readonly<Record<string, FieldEffects>> = {
  ...Object.fromEntries(
    [...Object.keys(plain), ...Object.keys(clearable)].map((name): [string, FieldEffects] => [
      name,
      ['lets-in'],
    ]),
  ),
  ...exceptions,
}

export const clientUpdateFields = {
  ...z.strictObject(plain).partial().shape,
  ...nullable.partial().shape,
  // Null resets booleans and lists from jwks onward to their default.
  requireSignedRequestObject: plain.requireSignedRequestObject.nullable().optional(),
  requirePushedAuthorizationRequests: plain.requirePushedAuthorizationRequests.nullable().optional(),
  dpopBoundAccessTokens: plain.dpopBoundAccessTokens.nullable().optional(),
  backchannelLogoutSessionRequired: plain.backchannelLogoutSessionRequired.nullable().optional(),
}

export const clientCreateFields = {
  ...z.strictObject(plain).partial().shape,
  ...z.strictObject(clearable).partial().shape,
  grantTypes: plain.grantTypes,
  tokenEndpointAuthMethod: plain.tokenEndpointAuthMethod,
}

/** Ids of other objects and of the applications that are part of Signet. */
const otherIds = Object.values(idPrefixes).filter((prefix) => prefix !== idPrefixes.client)
const reservedIds = new RegExp(`^(signet-|(${otherIds.join('|')})_)`, 'i')

/** Sets the id and the secret of another system. */
export const clientImportFields = {
  ...clientCreateFields,
  clientId: z
    .string()
    .max(limits.idCharacters)
    .regex(
      /^\w[\w.~|@+-]*$/,
      'must be letters, digits and . _ ~ | @ + -, and start with a letter, a digit or _',
    )
    .refine(
      (value) => !reservedIds.test(value),
      'must not start with signet- or the prefix of another kind of ids',
    )
    .describe('Id (client_id) of the application in the other system, unique in the instance.'),
  clientSecret: secret(
    z
      .string()
      .max(512)
      .regex(/^[\x21-\x7e]{16,}$/, 'must be 16 or more ASCII characters'),
  )
    .optional()
    .describe('Secret in the other system; without one, a new secret is created.'),
}

const StoredText = z.string()
const StoredTexts = z.array(StoredText)

/** Limits of a change do not apply: stored values may be older than a limit. */
const stored = {
  clientName: StoredText,
  redirectUris: StoredTexts,
  postLogoutRedirectUris: StoredTexts,
  scope: StoredText.describe(Scope.description ?? ''),
  authorizationDetailsTypes: StoredTexts,
  corsOrigins: StoredTexts.describe(plain.corsOrigins.description ?? ''),
  backchannelClientNotificationEndpoint: StoredText.nullable(),
  jwks: z.strictObject({ keys: z.array(FreeObject) }).nullable(),
  jwksUri: StoredText.nullable(),
  backchannelLogoutUri: StoredText.nullable(),
  sectorIdentifierUri: StoredText.nullable(),
  exchangeAudiences: StoredTexts.describe(plain.exchangeAudiences.description ?? ''),
  policyUri: StoredText.nullable(),
  tosUri: StoredText.nullable(),
} as const

/** Never contains a secret. */
export const Client = z.strictObject({
  clientId: id('client'),
  ...plain,
  tokenEndpointAuthMethod: z.enum([...clientAuthMethods, ...certificateAuthMethods]),
  ...nullable.shape,
  ...stored,
  problems: z
    .array(z.strictObject({ path: z.string(), message: z.string() }))
    .describe(
      'Fields that conflict with settings or keys in force; the application fails until they change.',
    ),
  backchannelLogoutFailure: z
    .strictObject({ at: Timestamp, reason: z.string() })
    .nullable()
    .describe('The last undelivered logout notice; null after a later delivery or a change of the address.'),
  registeredDynamically: z.boolean().describe('Changed only through its registration access token.'),
  secretChangedAt: Timestamp.nullable().describe('When the secret was last rotated.'),
  previousSecretExpiresAt: Timestamp.nullable().describe('The previous secret is valid until then.'),
  previousSecretUsedAt: Timestamp.nullable().describe('Last use of the previous secret, to the minute.'),
  paintedPrimaryColor: z
    .strictObject({ light: Color, dark: Color })
    .nullable()
    .describe('Displayed shades, only for users of the organisation.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  ...labelAnswer,
})
export type Client = z.input<typeof Client>

/** Omits the fields that can be large. */
export const ClientRow = Client.omit({
  logo: true,
  jwks: true,
  assertionIssuers: true,
  assertionAudiences: true,
  declaredClaims: true,
  secretChangedAt: true,
  previousSecretExpiresAt: true,
  previousSecretUsedAt: true,
  labels: true,
  managedByTool: true,
})

export const ClientSecret = secret(z.string()).describe('Returned once; it cannot be read again.')
