// Written by src/print.ts from messages/.
export interface ProvidersTexts {
  readonly new: string
  readonly search: string
  readonly text: (project: string) => string
  readonly create: string
  readonly added: (name: string) => string
  readonly first: string
  readonly firstText: string
  readonly linked: string
  readonly lastSignIn: string
  readonly lastFailure: string
  readonly up: (name: string) => string
  readonly down: (name: string) => string
  readonly order: string
  readonly kind: string
  readonly groups: {
    readonly social: string
    readonly company: string
    readonly protocol: string
  }
  readonly kindNotes: {
    readonly google: string
    readonly microsoft: string
    readonly apple: string
    readonly entra: string
    readonly okta: string
    readonly auth0: string
    readonly keycloak: string
    readonly gitlab: string
    readonly oidc: string
    readonly saml: string
  }
  readonly plain: string
  readonly atProvider: string
  readonly at: (host: string) => string
  readonly consoleTitle: string
  readonly changeTitle: string
  readonly enterClientId: string
  readonly fields: {
    readonly issuer: {
      readonly label: string
      readonly hint: string
    }
    readonly tenant: {
      readonly label: string
      readonly hint: string
    }
    readonly clientSecret: {
      readonly label: string
      readonly hint: string
    }
    readonly teamId: {
      readonly label: string
      readonly hint: string
    }
    readonly keyId: {
      readonly label: string
      readonly hint: string
    }
    readonly signingKey: {
      readonly label: string
      readonly hint: string
    }
    readonly clientCertificate: {
      readonly label: string
      readonly hint: string
    }
  }
  readonly keepsStored: string
  readonly clientAuthentication: string
  readonly clientAuthentications: {
    readonly secret: string
    readonly private_key_jwt: string
    readonly tls_client_auth: string
    readonly self_signed_tls_client_auth: string
  }
  readonly secretHint: string
  readonly assertionHint: string
  readonly certificateHint: string
  readonly withoutSecret: string
  readonly withoutSecretHint: string
  readonly buttonName: string
  readonly onSignInPage: string
  readonly hidden: string
  readonly failing: string
  readonly confusing: string
  readonly whatPeopleSee: string
  readonly hiddenBecause: {
    readonly federation_off: string
    readonly disabled: string
    readonly no_address: string
  }
  readonly warnings: {
    readonly duplicate_brand: string
    readonly named_like_brand: string
  }
  readonly failures: {
    readonly unavailable: string
    readonly not_allowed: string
    readonly domain_not_allowed: string
    readonly not_invited: string
    readonly address_in_use: string
    readonly sign_ups_paused: string
  }
  readonly signIns: string
  readonly linkedPeople: string
  readonly registered: string
  readonly redirect: string
  readonly logoutAddress: string
  readonly frameAddress: string
  readonly keySet: string
  readonly publicKey: string
  readonly issuerUnknown: string
  readonly scopes: string
  readonly scopesHint: string
  readonly addScope: string
  readonly whose: string
  readonly newPeople: string
  readonly jit: string
  readonly existingOnly: string
  readonly directory: string
  readonly addresses: string
  readonly addressesTrusted: string
  readonly addressesUntrusted: string
  readonly trust: string
  readonly trustHint: string
  readonly domains: string
  readonly domainsHint: string
  readonly addDomain: string
  readonly allDomains: string
  readonly emailClaim: string
  readonly emailClaimHint: string
  readonly globalRevocation: string
  readonly globalRevocationHint: string
  readonly backChannel: string
  readonly backChannelHint: string
  readonly frontChannel: string
  readonly frontChannelHint: string
  readonly signOut: string
  readonly signOuts: string
  readonly signOutHint: string
  readonly signOutModes: {
    readonly off: string
    readonly link: string
    readonly automatic: string
  }
  readonly signOutReturn: string
  readonly save: string
  readonly saved: string
  readonly tryText: string
  readonly trySignIn: string
  readonly waiting: string
  readonly failed: string
  readonly works: string
  readonly enable: string
  readonly disable: string
  readonly accountsStay: string
  readonly enableTitle: (name: string) => string
  readonly disableTitle: (name: string) => string
  readonly enableText: string
  readonly disableText: (count: number) => string
  readonly enabled: (name: string) => string
  readonly disabled: (name: string) => string
  readonly deleteCard: string
  readonly stateAndDeletion: string
  readonly deleteTitle: (name: string) => string
  readonly deleteLabel: string
  readonly deleted: (name: string) => string
  readonly pending: string
  readonly pendingText: string
  readonly pendingFields: string
  readonly discardPending: string
  readonly discardPendingTitle: string
  readonly discardPendingText: string
  readonly pendingDiscarded: string
  readonly savedPending: string
  readonly pendingApplied: string
  readonly addressLater: string
  readonly mappings: {
    readonly title: string
    readonly text: string
    readonly claim: string
    readonly claimHint: string
    readonly groups: string
    readonly groupsHint: string
    readonly value: string
    readonly group: string
    readonly addGroup: string
    readonly claims: string
    readonly claimsHint: string
    readonly theirs: string
    readonly ours: string
    readonly addClaim: string
    readonly managed: string
    readonly save: string
  }
  readonly secretExpiresOn: string
  readonly secretExpiresOnHint: string
  readonly failingSince: string
  readonly secretEnds: string
  readonly saml: {
    readonly option: string
    readonly metadata: string
    readonly metadataHint: string
    readonly replaceMetadata: string
    readonly replaceMetadataHint: string
    readonly metadataUrl: string
    readonly metadataUrlHint: string
    readonly enterMetadata: string
    readonly nameIdFormat: string
    readonly formats: {
      readonly any: string
      readonly persistent: string
      readonly emailAddress: string
      readonly unspecified: string
    }
    readonly signsRequests: string
    readonly signsRequestsHint: string
    readonly entityId: string
    readonly ssoUrl: string
    readonly certificates: string
    readonly certificatesEnd: string
    readonly ownEntityId: string
    readonly ownEntityIdHint: string
    readonly acsUrl: string
    readonly ownMetadata: string
    readonly certificate: string
    readonly emailAttribute: string
    readonly emailAttributeHint: string
  }
  readonly certificate: {
    readonly title: string
    readonly text: string
    readonly pem: string
    readonly subject: string
    readonly thumbprint: string
    readonly ends: string
    readonly download: string
    readonly former: string
    readonly formerThumbprint: string
    readonly renew: string
    readonly renewTitle: string
    readonly renewText: string
    readonly renewed: string
  }
  readonly searchPlaceholder: string
  readonly chooseKind: string
}
