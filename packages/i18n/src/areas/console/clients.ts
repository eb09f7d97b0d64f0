// Written by src/print.ts from messages/.
export interface ClientsTexts {
  readonly new: string
  readonly text: string
  readonly first: string
  readonly firstText: string
  readonly search: string
  readonly searchPlaceholder: string
  readonly kind: string
  readonly fails: string
  readonly registeredItself: string
  readonly registeredTitle: string
  readonly registeredText: string
  readonly registeredRefusal: string
  readonly logoutFailed: string
  readonly logoutFailedText: (reason: string) => string
  readonly failsTitle: string
  readonly credentials: string
  readonly rotate: string
  readonly rotateTitle: (name: string) => string
  readonly newSecret: string
  readonly keepPrevious: string
  readonly keepHours: {
    readonly '0': string
    readonly '1': string
    readonly '24': string
    readonly '168': string
  }
  readonly keepText: (at: string) => string
  readonly replaceText: string
  readonly secretChanged: string
  readonly previousSecret: string
  readonly previousUntil: (at: string) => string
  readonly previousUsed: (at: string) => string
  readonly previousUnused: string
  readonly revokePrevious: string
  readonly revokePreviousTitle: (name: string) => string
  readonly revokePreviousText: string
  readonly authentication: string
  readonly allowed: string
  readonly deleteCard: string
  readonly deleteText: string
  readonly deleteEffect: string
  readonly deleteUsers: (count: number) => string
  readonly deleteManyUsers: (count: string) => string
  readonly deleteTitle: (name: string) => string
  readonly deleteLabel: string
  readonly deleted: (name: string) => string
  readonly create: string
  readonly created: (name: string) => string
  readonly ready: string
  readonly connection: {
    readonly text: string
    readonly describe: string
    readonly after: {
      readonly web: string
      readonly browser: string
      readonly native: string
      readonly machine: string
      readonly device: string
    }
    readonly values: string
    readonly valuesText: string
    readonly tryIt: string
    readonly tryTexts: {
      readonly web: string
      readonly browser: string
      readonly native: string
      readonly machine: string
      readonly device: string
    }
  }
  readonly whatKind: string
  readonly presets: {
    readonly web: {
      readonly title: string
      readonly text: string
      readonly redirectHint: string
    }
    readonly browser: {
      readonly title: string
      readonly text: string
      readonly redirectHint: string
    }
    readonly native: {
      readonly title: string
      readonly text: string
      readonly redirectHint: string
    }
    readonly machine: {
      readonly title: string
      readonly text: string
      readonly redirectHint: string
    }
    readonly device: {
      readonly title: string
      readonly text: string
      readonly redirectHint: string
    }
  }
  readonly methods: {
    readonly none: string
    readonly client_secret_basic: string
    readonly client_secret_post: string
    readonly client_secret_jwt: string
    readonly private_key_jwt: string
    readonly tls_client_auth: string
    readonly self_signed_tls_client_auth: string
  }
  readonly grants: {
    readonly authorization_code: string
    readonly refresh_token: string
    readonly client_credentials: string
    readonly 'urn:ietf:params:oauth:grant-type:device_code': string
    readonly 'urn:openid:params:grant-type:ciba': string
    readonly 'urn:ietf:params:oauth:grant-type:token-exchange': string
    readonly 'urn:ietf:params:oauth:grant-type:jwt-bearer': string
  }
  readonly errors: {
    readonly title: string
    readonly text: string
    readonly error: string
    readonly count: string
    readonly last: string
    readonly none: string
    readonly week: string
    readonly figures: (count: number) => string
    readonly noneText: string
    readonly nearest: string
    readonly noAddress: string
  }
  readonly pkce: string
  readonly pkceHint: string
  readonly pkceOptions: {
    readonly instance: string
    readonly required: string
    readonly optional: string
  }
  readonly idTokenClaims: string
  readonly idTokenClaimsHint: string
  readonly idTokenOptions: {
    readonly instance: string
    readonly scopes: string
    readonly userinfo: string
  }
  readonly enterName: string
  readonly enterAddress: string
  readonly save: string
  readonly saved: string
  readonly nameHintPeople: string
  readonly nameHintMachine: string
  readonly redirects: string
  readonly addRedirect: string
  readonly signOuts: string
  readonly signOutsHint: string
  readonly addSignOut: string
  readonly origins: string
  readonly originsHint: string
  readonly addOrigin: string
  readonly consent: string
  readonly consentHint: string
  readonly partial: string
  readonly partialHint: string
  readonly scopes: string
  readonly scopeTexts: {
    readonly openid: {
      readonly text: string
      readonly note: string
    }
    readonly profile: {
      readonly text: string
      readonly note: string
    }
    readonly email: {
      readonly text: string
      readonly note: string
    }
    readonly offline_access: {
      readonly text: string
      readonly note: string
    }
    readonly phone: {
      readonly text: string
      readonly note: string
    }
    readonly address: {
      readonly text: string
      readonly note: string
    }
    readonly groups: {
      readonly text: string
      readonly note: string
    }
  }
  readonly apiScopes: string
  readonly apiScopesHint: string
  readonly registration: string
  readonly registrationText: string
  readonly registrationMode: string
  readonly registrationModes: {
    readonly default: (mode: string) => string
    readonly off: string
    readonly token: string
    readonly open: string
  }
  readonly documents: string
  readonly documentModes: {
    readonly default: (mode: string) => string
    readonly off: string
    readonly on: string
  }
  readonly documentHosts: string
  readonly documentHostsHint: string
  readonly addHost: string
  readonly registrationEndpoint: string
  readonly tokens: string
  readonly tokenCount: (count: number) => string
  readonly createToken: string
  readonly revokeTokens: string
  readonly tokensRevoked: string
  readonly newToken: string
  readonly registrationSaved: string
  readonly tokenGrants: {
    readonly title: string
    readonly text: string
    readonly exchange: string
    readonly exchangeHint: string
    readonly audiences: string
    readonly audiencesHint: string
    readonly noApis: string
    readonly receivers: string
    readonly receiversHint: string
    readonly receiver: string
    readonly receiverClient: string
    readonly receiverClientHint: string
    readonly receiverResources: string
    readonly receiverResourcesHint: string
    readonly addResource: string
    readonly receiverScopes: string
    readonly receiverScopesHint: string
    readonly receiverSeconds: string
    readonly addReceiver: string
    readonly assertions: string
    readonly assertionsHint: string
    readonly issuer: string
    readonly keys: string
    readonly keysHint: string
    readonly keysStored: string
    readonly identityAssertions: string
    readonly identityAssertionsHint: string
    readonly subject: string
    readonly subjects: {
      readonly account: string
      readonly email: string
      readonly userName: string
      readonly externalId: string
      readonly provider: string
    }
    readonly provider: string
    readonly age: string
    readonly addIssuer: string
    readonly removeIssuer: (issuer: string) => string
    readonly save: string
    readonly consentHint: string
  }
  readonly logoutTest: {
    readonly title: string
    readonly text: string
    readonly run: string
    readonly right: string
    readonly wrong: string
    readonly blocked: string
    readonly blockedText: string
    readonly status: string
    readonly time: string
    readonly milliseconds: (count: string) => string
    readonly answer: string
    readonly empty: string
  }
  readonly stacks: {
    readonly title: string
    readonly text: string
    readonly apiText: string
    readonly library: string
    readonly none: string
    readonly question: string
    readonly questionHint: string
    readonly install: string
    readonly run: string
    readonly lacks: (stack: string) => string
    readonly lacking: {
      readonly pkce: string
      readonly idTokenClaims: string
      readonly redirectUri: (uri: string) => string
      readonly signOutUri: (uri: string) => string
    }
    readonly correct: string
    readonly needsJwt: string
    readonly needsPlain: string
    readonly correctApi: string
  }
  readonly advanced: {
    readonly title: string
    readonly automatic: string
    readonly addLine: string
    readonly keysProblem: string
    readonly choices: {
      readonly public: string
      readonly pairwise: string
      readonly poll: string
      readonly ping: string
    }
    readonly groups: {
      readonly appearance: {
        readonly title: string
        readonly text: string
      }
      readonly signOut: {
        readonly title: string
        readonly text: string
      }
      readonly authentication: {
        readonly title: string
        readonly text: string
      }
      readonly grants: {
        readonly title: string
        readonly text: string
      }
      readonly security: {
        readonly title: string
        readonly text: string
      }
      readonly subjects: {
        readonly title: string
        readonly text: string
      }
    }
    readonly fields: {
      readonly logo: {
        readonly label: string
        readonly hint: string
      }
      readonly primaryColor: {
        readonly label: string
        readonly hint: string
      }
      readonly policyUri: {
        readonly label: string
        readonly hint: string
      }
      readonly tosUri: {
        readonly label: string
        readonly hint: string
      }
      readonly backchannelLogoutUri: {
        readonly label: string
        readonly hint: string
      }
      readonly backchannelLogoutSessionRequired: {
        readonly label: string
        readonly hint: string
      }
      readonly tokenEndpointAuthMethod: {
        readonly label: string
        readonly hint: string
      }
      readonly tokenEndpointAuthSigningAlg: {
        readonly label: string
        readonly hint: string
      }
      readonly jwksUri: {
        readonly label: string
        readonly hint: string
      }
      readonly jwks: {
        readonly label: string
        readonly hint: string
      }
      readonly grantTypes: {
        readonly label: string
        readonly hint: string
      }
      readonly authorizationDetailsTypes: {
        readonly label: string
        readonly hint: string
      }
      readonly backchannelTokenDeliveryMode: {
        readonly label: string
        readonly hint: string
      }
      readonly backchannelClientNotificationEndpoint: {
        readonly label: string
        readonly hint: string
      }
      readonly requirePushedAuthorizationRequests: {
        readonly label: string
        readonly hint: string
      }
      readonly requireSignedRequestObject: {
        readonly label: string
        readonly hint: string
      }
      readonly dpopBoundAccessTokens: {
        readonly label: string
        readonly hint: string
      }
      readonly idTokenSignedResponseAlg: {
        readonly label: string
        readonly hint: string
      }
      readonly authorizationSignedResponseAlg: {
        readonly label: string
        readonly hint: string
      }
      readonly requestObjectSigningAlg: {
        readonly label: string
        readonly hint: string
      }
      readonly subjectType: {
        readonly label: string
        readonly hint: string
      }
      readonly sectorIdentifierUri: {
        readonly label: string
        readonly hint: string
      }
    }
  }
  readonly scopesNone: string
  readonly scopesAll: {
    readonly title: string
    readonly text: string
  }
  readonly scopesOnly: {
    readonly title: string
    readonly text: string
  }
  readonly otherScopes: string
  readonly scopesAndConsent: string
}
