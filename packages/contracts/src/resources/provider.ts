import * as z from 'zod'
import type { FieldEffects } from '../effects.ts'
import { labelAnswer } from '../labels.ts'
import { limits } from '../limits.ts'
import { secret } from '../secret.ts'
import { Count, FreeObject, id, Name, NewName, Timestamp } from '../values.ts'
import { GroupName } from './group.ts'
import { Change } from './project.ts'

/** Any other provider is plain OpenID Connect. */
export const catalogueIds = [
  'google',
  'microsoft',
  'apple',
  'entra',
  'okta',
  'auth0',
  'keycloak',
  'gitlab',
] as const
export type CatalogueId = (typeof catalogueIds)[number]
/** One button per project at most. */
export const brandCatalogueIds = ['google', 'microsoft', 'apple'] as const satisfies readonly CatalogueId[]
/** A tenant per organisation: several connections of one kind are ordinary. */
export const organisationCatalogueIds = ['entra', 'okta'] as const satisfies readonly CatalogueId[]

const isUsableInPath = (value: string): boolean => /^[A-Za-z0-9_-]+$/.test(value) && value !== 'catalogue'

export const ProviderId = z
  .string()
  .min(1)
  .max(limits.providerIdCharacters)
  .refine(isUsableInPath, "letters, digits, '-' and '_' only, and not 'catalogue'")
export const Provisioning = z.enum(['jit', 'existing_only'])
/** RFC 8705, section 2. */
export const certificateAuthentications = ['tls_client_auth', 'self_signed_tls_client_auth'] as const
/** A secret, assertions signed by a key of this provider (RFC 7523), or a certificate. */
export const clientAuthentications = ['secret', 'private_key_jwt', ...certificateAuthentications] as const
const ClientAuthentication = z.enum(clientAuthentications)
/** After a sign-out here: `link` offers it on the last page, `automatic` redirects there and back. */
export const providerSignOuts = ['off', 'link', 'automatic'] as const
const ProviderSignOut = z.enum(providerSignOuts)
const signOutText = 'Sign-out at the provider after one at Signet.'
export const providerProtocols = ['oidc', 'saml'] as const
const Protocol = z.enum(providerProtocols)
/** SAML 2.0 Core, section 8.3. A transient one identifies no user. */
export const nameIdFormats = ['persistent', 'emailAddress', 'unspecified'] as const
const NameIdFormat = z.enum(nameIdFormats)
const nameIdText = 'SAML: requested NameID.'
const metadataUrlText = 'SAML: address of metadata, read now and at sign-ins.'
const Certificates = z.array(z.string().min(1).max(10_000)).max(limits.providerCertificates)
export const ProviderWarning = z.enum(['federation_off', 'duplicate_brand', 'named_like_brand'])
export const SignInWarning = z.enum(['duplicate_brand', 'named_like_brand'])
const HiddenBecause = z.enum(['federation_off', 'disabled', 'no_address'])
/** Reasons for which an authenticated user of the provider gets no account. */
const linkingRefusals = [
  'not_allowed',
  'domain_not_allowed',
  'not_invited',
  'address_in_use',
  'sign_ups_paused',
] as const
export type LinkingRefusal = (typeof linkingRefusals)[number]
export const signInFailures = ['unavailable', ...linkingRefusals] as const
const SignInFailure = z.enum(signInFailures)
export const CorrelationAttribute = z.enum(['externalId', 'userName'])
export const Correlation = z.strictObject({
  claim: z.string().min(1).max(64),
  attribute: CorrelationAttribute,
})

const text = z.string().min(1).max(2000)
const ProviderScopes = z
  .array(z.string().min(1).max(limits.providerScopeCharacters))
  .max(limits.providerScopes)
const EmailDomains = z.array(z.string().min(1).max(limits.hostCharacters)).max(limits.providerEmailDomains)

const SecretDay = z.iso.date()
const secretDayText =
  'First day on which the provider no longer accepts clientSecret. The owners of the team receive a mail 30, 7 and 1 days before. A new secret without a day removes the former day.'
const emailClaim = z.string().min(1).max(200)
const groupsClaim = z.string().min(1).max(200)
const groupsClaimText =
  'Claim with the groups or roles of a user; a dotted name such as realm_access.roles selects a member. null: groups.'
const GroupMapping = z.strictObject({
  value: z.string().min(1).max(256).describe('Value of the groups claim, compared exactly.'),
  group: GroupName.describe('Name of a group of the project.'),
})
const ClaimMapping = z.strictObject({
  claim: z.string().min(1).max(200).describe('Claim of the provider; a dotted name selects a member.'),
  name: z.string().min(1).max(64).describe('Name of the claim that applications receive.'),
})
const GroupMappings = z.array(GroupMapping).max(limits.providerGroupMappings)
const ClaimMappings = z.array(ClaimMapping).max(limits.providerClaimMappings)
const teamIdText = 'Id of your team at Apple.'

const common = {
  displayName: NewName.optional(),
  issuer: text.optional(),
  ssoUrl: text.optional().describe('SAML: address for requests (HTTP-Redirect).'),
  signingCertificates: Certificates.optional().describe('SAML: verify assertions (PEM).'),
  metadata: z
    .string()
    .min(1)
    .max(limits.providerMetadataCharacters)
    .optional()
    .describe('SAML: XML that sets issuer, ssoUrl, signingCertificates.'),
  metadataUrl: text.optional().describe(metadataUrlText),
  nameIdFormat: NameIdFormat.optional().describe(nameIdText),
  signsRequests: z.boolean().optional().describe('SAML: signs requests.'),
  clientSecret: secret(text).optional(),
  clientAuthentication: ClientAuthentication.optional().describe(
    'secret: also a public client; others: by assertionKey or clientCertificate.',
  ),
  clientCertificate: secret(z.string().min(1).max(limits.providerCertificateCharacters))
    .optional()
    .describe(
      'tls_client_auth: certificate of a private CA with its chain and private key, in PEM. Without it, one is generated.',
    ),
  secretExpiresOn: SecretDay.optional().describe(secretDayText),
  tenant: text.optional(),
  teamId: text.optional().describe(teamIdText),
  keyId: text.optional(),
  signingKey: secret(z.string().min(1).max(10_000)).optional(),
  enabled: z.boolean().optional(),
  scopes: ProviderScopes.optional(),
  emailTrusted: z.boolean().optional().describe('Accepts an address the provider asserts as verified.'),
  provisioning: Provisioning.optional().describe('jit: an account is created at first sign-in.'),
  allowedEmailDomains: EmailDomains.optional(),
  emailClaim: emailClaim.optional(),
  groupsClaim: groupsClaim.optional().describe(groupsClaimText),
  groupMappings: GroupMappings.optional().describe(
    'Groups that users join and leave at each sign-in, by groupsClaim.',
  ),
  claimMappings: ClaimMappings.optional().describe(
    'Claims of the provider that each sign-in stores as claims of the user.',
  ),
  acceptsGlobalTokenRevocation: z.boolean().optional(),
  acceptsBackChannelLogout: z.boolean().optional(),
  acceptsFrontChannelLogout: z.boolean().optional(),
  signOut: ProviderSignOut.optional().describe(signOutText),
} as const
const confirm = z
  .boolean()
  .optional()
  .describe("Required in the administrators' project, and after a preview.")
/** Users who lose their last sign-in method; repeated to confirm the change. */
const ProviderExpect = z.strictObject({ withoutSignIn: Count.optional() })
const expect = ProviderExpect.optional()

export const providerCreateFields = {
  catalogueId: z.string().min(1).max(100).optional().describe('An id of federation_catalogue_list.'),
  id: ProviderId.optional(),
  protocol: Protocol.optional().describe('Default: oidc.'),
  clientId: text.optional().describe('SAML: entity ID of Signet, by default the address of its metadata.'),
  ...common,
  confirm,
}
/** Some kinds of providers do not need them. */
const clearable = {
  issuer: text.nullable().optional(),
  clientSecret: secret(text.nullable()).optional(),
  secretExpiresOn: SecretDay.nullable().optional().describe(`${secretDayText} null: no expiry.`),
  metadataUrl: text.nullable().optional().describe(metadataUrlText),
  nameIdFormat: NameIdFormat.nullable().optional().describe(nameIdText),
  tenant: text.nullable().optional(),
  teamId: text.nullable().optional().describe(teamIdText),
  keyId: text.nullable().optional(),
  signingKey: secret(z.string().min(1).max(10_000).nullable()).optional(),
  emailClaim: emailClaim.nullable().optional().describe('null: email.'),
  groupsClaim: groupsClaim.nullable().optional().describe(groupsClaimText),
} as const
const pendingChange = z.null().optional().describe('null discards it.')
export const providerUpdateFields = {
  clientId: text.optional(),
  ...common,
  ...clearable,
  pendingChange,
  confirm,
  expect,
}
export const providerConfirmField = { confirm }
export const providerConfirmFields = { confirm, expect }

/** Every field except the displayed name affects the users whom the provider may sign in. */
export const providerFieldEffects: Readonly<Record<string, FieldEffects>> = {
  ...Object.fromEntries(
    Object.keys(providerUpdateFields).map((name): [string, FieldEffects] => [name, ['lets-in']]),
  ),
  displayName: ['none'],
  pendingChange: ['none'],
  secretExpiresOn: ['none'],
  groupsClaim: ['raises'],
  groupMappings: ['raises'],
  claimMappings: ['raises'],
  enabled: { on: ['lets-in'], off: ['locks-out'] },
}

/** Credentials are shown only as set or missing. */
export const Provider = z.strictObject({
  id: id('provider'),
  displayName: Name,
  catalogueId: z.string().nullable(),
  protocol: Protocol,
  issuer: z.string().nullable().describe('With SAML the entity ID of the provider.'),
  clientId: z.string().describe('With SAML the entity ID of Signet; empty: metadataUrl of serviceProvider.'),
  ssoUrl: z.string().nullable(),
  signingCertificates: Certificates,
  metadataUrl: z.string().nullable(),
  nameIdFormat: NameIdFormat.nullable(),
  signsRequests: z.boolean(),
  serviceProvider: z
    .strictObject({
      entityId: z.string(),
      acsUrl: z.string(),
      metadataUrl: z.string(),
      certificate: z.string().nullable().describe('Verifies signed requests; PEM.'),
    })
    .nullable()
    .describe('Values to enter at a provider with SAML; null for oidc or without an address.'),
  clientSecretSet: z.boolean(),
  clientAuthentication: ClientAuthentication,
  secretExpiresOn: SecretDay.nullable().describe(
    'First day on which the client secret, or every certificate, is expired.',
  ),
  clientCertificate: z
    .strictObject({
      certificate: z.string().describe('Certificate to register at the provider, with its chain; PEM.'),
      subject: z.string().describe('Distinguished name (RFC 4514) to register for tls_client_auth.'),
      sha256: z.string().describe('SHA-256 thumbprint, hexadecimal.'),
      selfSigned: z.boolean().describe('False: a private CA issued it, and Signet does not renew it.'),
      expiresOn: SecretDay.describe('Last day of the certificate, or of its chain.'),
      formerSha256: z
        .string()
        .nullable()
        .describe(
          'Thumbprint of the certificate that is presented while the provider refuses the present one; null without a renewal in progress.',
        ),
    })
    .nullable()
    .describe('Certificate of the client; null while clientAuthentication is and stays another method.'),
  assertionKey: z
    .strictObject({
      keySetUri: z
        .string()
        .nullable()
        .describe('Address of the key set to register at the provider; null without an address.'),
      publicKey: z.string().describe('The same key in PEM, for a provider that fetches no key set.'),
    })
    .nullable()
    .describe('Key for client assertions; null while clientAuthentication is and stays another method.'),
  tenant: z.string().nullable(),
  teamId: z.string().nullable(),
  keyId: z.string().nullable(),
  signingKeySet: z.boolean(),
  enabled: z.boolean(),
  scopes: ProviderScopes,
  emailTrusted: z.boolean(),
  provisioning: Provisioning,
  allowedEmailDomains: EmailDomains,
  emailClaim: z.string().nullable(),
  groupsClaim: z.string().nullable().describe(groupsClaimText),
  groupMappings: GroupMappings.describe('Groups that users join and leave at each sign-in.'),
  claimMappings: ClaimMappings.describe('Claims of the provider that are stored at each sign-in.'),
  managedGroups: z
    .array(GroupName)
    .describe('Groups of groupMappings that a directory manages now: sign-ins do not change their members.'),
  acceptsGlobalTokenRevocation: z.boolean(),
  acceptsBackChannelLogout: z.boolean(),
  acceptsFrontChannelLogout: z.boolean(),
  signOut: ProviderSignOut.describe(signOutText),
  createdAt: Timestamp,
  callbackUri: z
    .string()
    .nullable()
    .describe(
      'Redirect address to register at the provider; null without an address, or while a provider of the other project at the root address has it.',
    ),
  backChannelLogoutUri: z
    .string()
    .nullable()
    .describe('URL for logout tokens of the provider, once acceptsBackChannelLogout is on.'),
  frontChannelLogoutUri: z
    .string()
    .nullable()
    .describe("URL of the provider's logout frame with iss and sid, once acceptsFrontChannelLogout is on."),
  signOutReturnUri: z
    .string()
    .nullable()
    .describe('Post-logout redirect address to register at the provider, once signOut is automatic.'),
  callbackStability: z
    .enum(['stable', 'provisional'])
    .describe("provisional: the project's address may still change."),
  recognised: z
    .strictObject({ catalogueId: z.string(), displayName: z.string(), brand: z.boolean() })
    .nullable(),
  logoutSignals: z
    .strictObject({
      globalTokenRevocation: z.boolean(),
      backChannelLogout: z.boolean(),
      frontChannelLogout: z.boolean(),
    })
    .describe('Whether the provider supports the signal.'),
  capabilities: z
    .strictObject({
      pkce: z.boolean().nullable(),
      emailVerified: z.boolean().nullable(),
      endSession: z.boolean().nullable(),
      groups: z.boolean().nullable(),
    })
    .describe('null: unknown for this provider.'),
  pendingChange: z
    .strictObject({ fields: z.array(z.string()), since: Timestamp })
    .nullable()
    .describe(
      'New credentials of the last sign-in method of the project: they take effect after a successful federation_provider_try.',
    ),
  boundConnection: z.strictObject({ id: id('connection'), displayName: z.string() }).nullable(),
  linkedUsers: Count,
  recommendedCorrelation: Correlation,
  warnings: z.array(ProviderWarning),
  onSignInPage: z.boolean(),
  hiddenBecause: z.array(HiddenBecause).describe('Reasons why it is not on the sign-in page.'),
  signInWarnings: z.array(SignInWarning),
  lastSignInAt: Timestamp.nullable().describe('Last sign-in through it, to the minute.'),
  failingSince: Timestamp.nullable().describe(
    'First failure of the provider after its last success; null while it works.',
  ),
  lastFailure: z
    .strictObject({
      at: Timestamp,
      reason: SignInFailure,
      detail: z
        .string()
        .nullable()
        .describe("The cause, for 'unavailable'; otherwise the mapping that found no user."),
    })
    .nullable()
    .describe('The last failed sign-in.'),
  ...labelAnswer,
})
export type Provider = z.input<typeof Provider>

/** Returned for a change in the administrators' project, or one that ends the last sign-in method of users. */
export const ProviderPreview = z.strictObject({
  consequences: z.array(z.string()),
  expect: ProviderExpect.optional(),
  changes: z.array(Change),
})

const guideFields = {
  steps: z.array(z.string()),
  providerId: ProviderId.describe('Pass it as id: callbackUri has it.'),
  callbackUri: z.string().nullable(),
  backChannelLogoutUri: z.string().nullable(),
  callbackStability: z.enum(['stable', 'provisional']),
} as const

export const CatalogueEntry = z.strictObject({
  catalogueId: z.enum(catalogueIds),
  displayName: z.string(),
  brand: z.boolean(),
  fields: z.array(z.string()).describe('Fields of federation_provider_create that this provider needs.'),
  optionalFields: z.array(z.string()).describe('Optional fields of federation_provider_create.'),
  where: z.string().describe("Address of the provider's console where the steps are performed."),
  ...guideFields,
})

export const OpenIdConnectGuide = z.strictObject(guideFields)
export const SamlGuide = z.strictObject({
  ...guideFields,
  metadataUrl: z.string().nullable().describe('Metadata of Signet, and its entity ID.'),
})

export const LinkedIdentity = z.strictObject({
  providerId: id('provider'),
  displayName: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  linkedAt: Timestamp,
  lastSignInAt: Timestamp.nullable(),
  lastFailure: z.strictObject({ at: Timestamp, reason: SignInFailure }).nullable(),
})

export const ProviderTry = z.strictObject({ tryRef: z.string(), url: z.string() })
export const ProviderTryResult = z.strictObject({
  status: z.enum(['pending', 'succeeded', 'failed']),
  claims: FreeObject.optional(),
  appliedFields: z
    .array(z.string())
    .optional()
    .describe('Fields of the pending change that took effect with this trial.'),
  problem: z.string().optional(),
})
