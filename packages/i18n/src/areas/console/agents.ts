// Written by src/print.ts from messages/.
export interface AgentsTexts {
  readonly text: string
  readonly new: string
  readonly search: string
  readonly none: string
  readonly agent: string
  readonly lastUsed: string
  readonly inactive: string
  readonly machineOf: (email: string) => string
  readonly builtIn: string
  readonly refused: (count: number) => string
  readonly kind: string
  readonly kinds: {
    readonly agent: string
    readonly key: string
    readonly workload: string
  }
  readonly kindTexts: {
    readonly agent: string
    readonly key: string
    readonly workload: string
  }
  readonly product: string
  readonly otherProduct: string
  readonly otherProductText: string
  readonly clientIdAgent: string
  readonly clientIdAgentHint: string
  readonly clientIdMachine: string
  readonly clientIdMachineHint: string
  readonly jwks: string
  readonly issuer: string
  readonly subject: string
  readonly actsFor: string
  readonly actsForHint: string
  readonly find: string
  readonly scopes: string
  readonly scopeNames: {
    readonly 'admin:read': string
    readonly 'admin:write': string
    readonly 'admin:high': string
  }
  readonly approval: string
  readonly approvals: {
    readonly ask: string
    readonly self: string
    readonly never: string
  }
  readonly approvalTexts: {
    readonly ask: string
    readonly self: string
    readonly never: string
  }
  readonly approvalFor: string
  readonly approvalForHint: string
  readonly approvalForNone: string
  readonly criteria: {
    readonly destroys: string
    readonly 'locks-out': string
    readonly 'lets-in': string
    readonly raises: string
    readonly exposes: string
    readonly high: string
    readonly writes: string
  }
  readonly criterionTexts: {
    readonly destroys: string
    readonly 'locks-out': string
    readonly 'lets-in': string
    readonly raises: string
    readonly exposes: string
    readonly high: string
    readonly writes: string
  }
  readonly keyProof: string
  readonly secrets: string
  readonly secretKinds: {
    readonly reveal: string
    readonly values: string
  }
  readonly team: string
  readonly anyTeam: string
  readonly projects: string
  readonly projectsHint: string
  readonly addProject: string
  readonly removeProject: (project: string) => string
  readonly moreSettings: string
  readonly callsPerMinute: string
  readonly callsHint: string
  readonly expires: string
  readonly lastDay: string
  readonly untilDay: (day: string) => string
  readonly noEnd: string
  readonly noEndHint: string
  readonly otherDate: string
  readonly permit: string
  readonly create: string
  readonly identity: string
  readonly rights: string
  readonly selfTitle: string
  readonly selfText: string
  readonly permitted: (name: string) => string
  readonly changed: (name: string) => string
  readonly limits: string
  readonly notKeys: string
  readonly withdraw: string
  readonly withdrawTitle: (name: string) => string
  readonly withdrawText: string
  readonly withdrawn: (name: string) => string
  readonly reserved: string
  readonly permittedBy: string
  readonly clientId: string
  readonly workload: string
  readonly connect: string
  readonly connectText: string
  readonly address: string
  readonly off: string
  readonly offText: string
  readonly toSettings: string
  readonly guides: {
    readonly command: string
    readonly cursor: string
    readonly inspector: string
    readonly stdio: string
    readonly sdk: string
  }
  readonly requests: string
  readonly requestsText: string
  readonly decline: string
  readonly declined: string
  readonly declinedRequests: (count: number) => string
  readonly declinedDone: (name: string) => string
  readonly returnsTo: (address: string) => string
  readonly triedBy: (email: string) => string
  readonly byConsent: string
  readonly approvalMinutes: string
  readonly approvalMinutesHint: string
  readonly secondApprovalFor: string
  readonly secondApprovalForHint: string
  readonly approverTeam: string
  readonly superAdministrators: string
  readonly approverRole: string
  readonly approverRoles: {
    readonly member: string
    readonly owner: string
  }
  readonly scopeTexts: {
    readonly 'admin:read': string
    readonly 'admin:write': string
    readonly 'admin:high': string
  }
  readonly reach: string
  readonly connectTab: string
  readonly messagesTab: string
}
