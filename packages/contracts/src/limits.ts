import { listPage, userPage } from './page-limits.ts'

/** Every number of the specification, in the unit of the name. */
export const limits = {
  requestBodyBytes: 1_048_576,
  serviceAccountsPerTeam: 50,
  workloadsPerServiceAccount: 5,
  idCharacters: 128,
  labels: { entries: 32, keyCharacters: 63, valueCharacters: 128, toolCharacters: 64, filters: 8 },
  nameCharacters: 100,
  displayNameCharacters: 60,
  slugCharacters: 63,
  generatedSlugCharacters: 8,
  hostCharacters: 253,
  emailCharacters: 320,
  userEmailCharacters: { min: 3, max: 254 },
  administratorPasswordCharacters: { min: 12, max: 256 },
  userPasswordCharacters: { min: 8, max: 256 },
  redirectUris: 50,
  exchangeAudiences: 50,
  assertionIssuers: 10,
  /** Age of a JWT that is used as an authorization grant. */
  assertionSeconds: { min: 60, max: 3600, default: 300 },
  assertionAudiences: {
    entries: 10,
    resources: 50,
    scopes: 50,
    seconds: { min: 30, max: 300, default: 300 },
  },
  uriCharacters: 2000,
  corsOrigins: 50,
  corsOriginCharacters: 300,
  logoBytes: 65_536,
  logoDataUrlCharacters: 87_440,
  colorCharacters: 32,
  providerIdCharacters: 32,
  providerScopes: 50,
  providerScopeCharacters: 200,
  providerEmailDomains: 100,
  providerGroupMappings: 200,
  providerClaimMappings: 50,
  providerCertificates: 10,
  providerCertificateCharacters: 20_000,
  /** Counted per project, API or application; `tokenBytes` per token. */
  declaredClaims: {
    entries: 50,
    nameCharacters: 200,
    valueCharacters: 1000,
    listItems: 50,
    listItemCharacters: 200,
    /** Size as JSON. */
    listBytes: 16_384,
    /** Sum of the declared claims in one token. */
    tokenBytes: 4096,
    /** A user of more groups gets no claim with groups. */
    groups: 100,
  },
  providerMetadataCharacters: 200_000,
  accessTokenSeconds: { min: 30, max: 86_400, jwtDefault: 900, opaqueDefault: 3600 },
  scopeDescriptionCharacters: 200,
  userPage,
  listPage,
  searchResults: { all: 20, ofKind: 5 },
  groupMemberPage: 1000,
  groupMembersPerAdd: 1000,
  bulkUsers: 100,
  importedUsers: 500,
  passkeysOfUser: 20,
  passkeyAuthenticators: 50,
  /** Operations of one project file, which run in one transaction. */
  plannedChanges: 100,
  invitationDays: 7,
  teamInvitations: { perAddressPer10Minutes: 1, perAddressPerDay: 5, perInviterPerDay: 100, openPerTeam: 50 },
  lockReasonCharacters: 500,
  keysHeld: 12,
  readyKeys: 20,
  keysMadePerDay: 20,
  keyPublicationSeconds: 60,
  projectDeletionDays: 30,
  holdThreshold: { countMin: 1, countMax: 100_000, windowSecondsMin: 300, windowSecondsMax: 604_800 },
  credentialOverlapSeconds: 86_400,
  credentialOverlapIdleSeconds: 3_600,
  staticTokenDays: [90, 365],
  credentialKeys: { min: 1, max: 10 },
  holdRows: 1000,
  /** Accounts of one call. */
  directoryAccounts: { changed: 1000, deleted: 250 },
  provisioningRequests: 100,
  /** Beyond it the oldest ones are deleted. */
  unmatchedUsers: 5,
  provisioningRefusals: { rows: 10_000, days: 90 },
  logoutTests: { perMinute: 5, answerCharacters: 200 },
  /** Days for which the key set publishes the keys of another instance. */
  moveDays: 365,
  /** Below the limit of a request. */
  movePartCharacters: 1_000_000,
  migrationHookTests: { perMinute: 5 },
  /** `retryHours`: a message is sent again. */
  approvalWebhook: { testsPerMinute: 5, retryHours: 24 },
  /** Characters. */
  mailText: { subject: 150, intro: 1_000, button: 60 },
  mailTextTests: { perMinute: 5 },
  /** Distinct recent errors of an application that are stored. */
  clientErrors: 100,
  invitationAttention: 10,
  /** Listed directories and providers with the same problem. */
  provisioningAttention: 10,
  /** Days without a request after which a directory that sent requests before needs attention. */
  silentDirectoryDays: 7,
  /** Days before the expiry of a directory's credential. */
  credentialAttentionDays: 30,
  groupAssignBlockers: 20,
  planWarnings: { nearPercent: 80, reachedPercent: 100 },
  profileContacts: 10,
  profileRoles: 50,
  /** Users with a grant of an application, before its deletion. */
  grantUsersCountedUpTo: 1_000,
  auditPage: { max: 200, default: 50, countedUpTo: 10_000 },
  faultPage: { max: 200, default: 50 },
  consoleSessionSeconds: { absolute: 43_200, idle: 3_600 },
  agentTokenSeconds: 900,
  confirmationSeconds: 300,
  approvalReasonCharacters: 500,
  /** Administrators whom an approval lists and mails. */
  approversListed: 20,
} as const
