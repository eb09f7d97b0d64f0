// Written by src/print.ts from messages/.
export interface DirectoriesTexts {
  readonly new: string
  readonly text: (project: string) => string
  readonly search: string
  readonly first: string
  readonly firstText: string
  readonly names: {
    readonly entra: string
    readonly okta: string
    readonly generic: string
  }
  readonly kindNotes: {
    readonly entra: string
    readonly okta: string
    readonly generic: string
  }
  readonly outline: {
    readonly title: string
    readonly connect: string
    readonly issue: string
    readonly enter: string
  }
  readonly kind: string
  readonly name: string
  readonly nameHint: string
  readonly enterName: string
  readonly provider: string
  readonly providerHint: string
  readonly noProvider: string
  readonly newProvider: string
  readonly steps: string
  readonly pitfalls: string
  readonly values: string
  readonly create: string
  readonly connected: (name: string) => string
  readonly users: string
  readonly groups: string
  readonly enabled: string
  readonly disabled: string
  readonly heldBack: string
  readonly attention: string
  readonly warnings: {
    readonly scim_off: string
    readonly no_scim_address: string
    readonly provider_disabled: string
    readonly no_credential: string
    readonly credential_expires_soon: string
    readonly credential_expired: string
    readonly held: string
  }
  readonly warningNames: {
    readonly scim_off: string
    readonly no_scim_address: string
    readonly provider_disabled: string
    readonly no_credential: string
    readonly credential_expires_soon: string
    readonly credential_expired: string
  }
  readonly connection: string
  readonly usersManaged: string
  readonly groupsManaged: string
  readonly scimAddress: string
  readonly tokenEndpoint: string
  readonly findsBy: string
  readonly findsByText: (claim: string, attribute: string) => string
  readonly addresses: string
  readonly addressesTrusted: string
  readonly addressesUntrusted: string
  readonly threshold: string
  readonly thresholdText: (count: number, window: string) => string
  readonly thresholdNone: string
  readonly credentials: string
  readonly credentialsText: string
  readonly credentialKinds: {
    readonly key: string
    readonly secret: string
    readonly static_token: string
  }
  readonly noCredential: string
  readonly used: (at: string) => string
  readonly neverUsed: string
  readonly expires: (at: string) => string
  readonly previousUsed: string
  readonly previousWorks: string
  readonly issue: string
  readonly issueText: string
  readonly credentialKind: string
  readonly recommended: string
  readonly lifetime: string
  readonly days: (count: number) => string
  readonly keysAddress: string
  readonly overlap: string
  readonly overlapHint: string
  readonly issuedTitle: string
  readonly staticToken: string
  readonly retire: string
  readonly retireTitle: string
  readonly retireText: string
  readonly retired: string
  readonly revoke: string
  readonly revokeTitle: string
  readonly revokeText: string
  readonly revoked: string
  readonly claim: string
  readonly attribute: string
  readonly trust: string
  readonly thresholdOn: string
  readonly thresholdHint: string
  readonly removals: string
  readonly minutes: string
  readonly thresholdHeld: string
  readonly save: string
  readonly saved: string
  readonly enable: string
  readonly disable: string
  readonly enableText: string
  readonly disableText: string
  readonly wasEnabled: (name: string) => string
  readonly wasDisabled: (name: string) => string
  readonly deleteCard: string
  readonly deleteText: string
  readonly managesUsers: (count: number) => string
  readonly deleteTitle: (name: string) => string
  readonly deleteLabel: string
  readonly deleted: (name: string) => string
  readonly holdText: (through: string, kept: string) => string
  readonly kept: string
  readonly askedFor: string
  readonly deletion: string
  readonly deactivation: string
  readonly tries: string
  readonly last: string
  readonly nobodyKept: string
  readonly release: string
  readonly releaseTitle: (name: string) => string
  readonly released: string
  readonly requests: string
  readonly requestsText: string
  readonly lastHere: (at: string) => string
  readonly neverHere: string
  readonly searchRequests: string
  readonly searchRequestsPlaceholder: string
  readonly time: string
  readonly request: string
  readonly answer: string
  readonly took: string
  readonly notKept: (names: string) => string
  readonly lastProblems: string
  readonly noRequestMatch: string
  readonly noRequestMatchText: (since: string) => string
  readonly noRequest: string
  readonly noRequestText: string
  readonly waitingForRequest: string
  readonly requestArrived: (at: string) => string
  readonly problems: {
    readonly invalid: string
    readonly uniqueness: string
    readonly held_back: string
    readonly refused: string
    readonly not_found: string
    readonly stale_version: string
    readonly not_allowed: string
    readonly rate_limited: string
    readonly too_large: string
    readonly not_supported: string
    readonly unavailable: string
    readonly defect: string
    readonly unauthenticated: string
  }
  readonly notArrived: string
  readonly notArrivedCount: (count: number) => string
  readonly unmatchedCount: (count: number) => string
  readonly unmatchedText: string
  readonly unmatchedValues: (claim: string, stated: string, attribute: string, stored: string) => string
  readonly notArrivedText: string
  readonly notArrivedNone: string
  readonly notArrivedYet: string
  readonly showRefused: string
  readonly subject: string
  readonly unnamed: string
  readonly reason: string
  readonly changeKinds: {
    readonly POST: string
    readonly PUT: string
    readonly PATCH: string
    readonly DELETE: string
  }
  readonly noRefusalMatch: string
  readonly life: {
    readonly title: string
    readonly adopt: string
    readonly adoptDo: string
    readonly adoptText: string
    readonly linked: string
    readonly refused: string
    readonly domains: string
    readonly domainsHint: string
    readonly handOver: string
    readonly handOverDo: string
    readonly handOverText: string
    readonly noOther: string
    readonly release: string
    readonly releaseDo: string
    readonly releaseText: string
    readonly purge: string
    readonly purgeText: string
    readonly nothing: string
    readonly done: (users: number) => string
    readonly more: (remaining: number) => string
  }
  readonly lastRequest: string
  readonly searchPlaceholder: string
  readonly chooseKind: string
}
