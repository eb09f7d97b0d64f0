import { t } from '../../texts/index.ts'

type Labels = Readonly<Record<string, string>>

/** Returns the label that the console's form has for a field of the changed object; undefined for a field without one. */
export function fieldLabel(action: string, field: string): string | undefined {
  const object = action.slice(0, action.lastIndexOf('.'))
  const labels = { ...labelsOfAll(), ...labelsByObject[object]?.() }
  return Object.hasOwn(labels, field) ? labels[field] : undefined
}

/** Returns the label of a member of a user's profile; undefined for a member that no form has. */
export function profileLabel(member: string): string | undefined {
  const { name, displayName, nickname, title, phone, language, timeZone } = t.users.profile
  const labels: Labels = {
    ...{ name, displayName, title, nickName: nickname, phoneNumbers: phone },
    ...{ locale: language, preferredLanguage: language, timezone: timeZone },
  }
  return Object.hasOwn(labels, member) ? labels[member] : undefined
}

const labelsOfAll = (): Labels => ({
  name: t.common.name,
  labels: t.labels.title,
  managedByTool: t.labels.tool,
  declaredClaims: t.claims.title,
})

const labelsByObject: Readonly<Record<string, () => Labels>> = {
  client: () => ({
    ...labelsIn(t.clients.advanced.fields),
    clientName: t.common.name,
    redirectUris: t.clients.redirects,
    postLogoutRedirectUris: t.clients.signOuts,
    corsOrigins: t.clients.origins,
    scope: t.clients.scopes,
    requireConsent: t.clients.consent,
    partialConsent: t.clients.partial,
    pkce: t.clients.pkce,
    idTokenClaims: t.clients.idTokenClaims,
    exchangeAudiences: t.clients.tokenGrants.audiences,
    assertionAudiences: t.clients.tokenGrants.receivers,
    assertionIssuers: t.clients.tokenGrants.assertions,
  }),
  project: () => ({
    ...labelsIn(t.projects.fields),
    displayName: t.projects.displayName,
    primaryColor: t.projects.color,
    language: t.projects.language,
  }),
  enduser: () => ({
    active: t.users.statuses.active,
    claims: t.users.claims,
    profile: t.users.profileCard,
  }),
  'enduser.email': () => ({ email: t.users.email }),
  'federation.provider': () => ({
    ...labelsIn(t.providers.fields),
    ssoUrl: t.providers.saml.ssoUrl,
    metadata: t.providers.saml.metadata,
    metadataUrl: t.providers.saml.metadataUrl,
    nameIdFormat: t.providers.saml.nameIdFormat,
    signsRequests: t.providers.saml.signsRequests,
    enabled: t.directories.enabled,
    clientId: t.common.clientId,
    displayName: t.providers.buttonName,
    signingCertificates: t.providers.saml.certificates,
    clientAuthentication: t.providers.clientAuthentication,
    secretExpiresOn: t.providers.secretExpiresOn,
    provisioning: t.providers.newPeople,
    allowedEmailDomains: t.providers.domains,
    scopes: t.providers.scopes,
    emailTrusted: t.providers.trust,
    emailClaim: t.providers.emailClaim,
    groupsClaim: t.providers.mappings.claim,
    groupMappings: t.providers.mappings.groups,
    claimMappings: t.providers.mappings.claims,
    signOut: t.providers.signOut,
    acceptsGlobalTokenRevocation: t.providers.globalRevocation,
    acceptsBackChannelLogout: t.providers.backChannel,
    acceptsFrontChannelLogout: t.providers.frontChannel,
  }),
  'provisioning.connection': () => ({
    displayName: t.directories.name,
    directory: t.directories.kind,
    correlation: t.directories.findsBy,
    emailTrust: t.directories.trust,
    threshold: t.directories.threshold,
    enabled: t.directories.enabled,
  }),
  resource: () => ({
    scopes: t.resources.scopes,
    scopeDescriptions: t.resources.description,
    tokenFormat: t.resources.tokenFormat,
    accessTokenTTL: t.resources.lifetime,
    accessTokenSigningAlg: t.resources.algorithm,
    tokenProfile: t.resources.tokenProfile,
    userInfoAccess: t.resources.userInfoAccess,
    mcpServer: t.resources.mcpServer,
  }),
}

const labelsIn = (fields: Readonly<Record<string, { readonly label: string }>>): Labels =>
  Object.fromEntries(Object.entries(fields).map(([field, { label }]) => [field, label]))
