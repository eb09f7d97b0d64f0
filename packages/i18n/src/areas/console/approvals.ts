// Written by src/print.ts from messages/.
export interface ApprovalsTexts {
  readonly text: string
  readonly search: string
  readonly none: string
  readonly noneText: string
  readonly asksTo: string
  readonly agent: string
  readonly status: string
  readonly waiting: string
  readonly closed: string
  readonly asked: string
  readonly statuses: {
    readonly pending: string
    readonly approved: string
    readonly refused: string
    readonly used: string
    readonly expired: string
  }
  readonly askedBy: (agent: string, at: string, email: string) => string
  readonly object: string
  readonly sends: string
  readonly decision: string
  readonly approve: (label: string) => string
  readonly approved: string
  readonly freshText: string
  readonly expires: (at: string) => string
  readonly refuse: string
  readonly refuseTitle: string
  readonly refuseDo: string
  readonly refused: string
  readonly note: string
  readonly noteHint: string
  readonly effects: {
    readonly destroys: string
    readonly 'locks-out': string
    readonly 'lets-in': string
    readonly raises: string
    readonly exposes: string
    readonly none: string
  }
  readonly refuseAll: string
  readonly refuseAllTitle: (agent: string) => string
  readonly refuseAllText: string
  readonly refuseAllDo: string
  readonly refusedAll: string
  readonly suspended: string
  readonly suspendedText: string
  readonly resume: string
  readonly resumed: string
  readonly partly: string
  readonly headings: {
    readonly destroys: string
    readonly 'locks-out': string
    readonly 'lets-in': string
    readonly raises: string
    readonly exposes: string
    readonly none: string
  }
  readonly reason: string
  readonly reasonText: string
  readonly deciders: string
  readonly progress: (approved: string, needed: string) => string
  readonly mayDecide: string
  readonly byOthers: string
  readonly byOthersText: string
  readonly alreadyApproved: string
  readonly history: string
  readonly requested: (agent: string) => string
  readonly approvedBy: (email: string) => string
  readonly refusedAt: string
  readonly refusedBy: (email: string) => string
  readonly usedAt: (agent: string) => string
  readonly expiresAt: string
  readonly expiredAt: string
  readonly fields: {
    readonly project: string
    readonly email: string
    readonly name: string
    readonly displayName: string
    readonly username: string
    readonly active: string
    readonly role: string
    readonly groups: string
    readonly claims: string
    readonly userIds: string
    readonly redirectUris: string
    readonly scopes: string
    readonly enabled: string
    readonly reason: string
    readonly password: string
    readonly users: string
  }
  readonly waitsForOthers: string
  readonly request: string
  readonly explained: {
    readonly destroys: string
    readonly 'locks-out': string
    readonly 'lets-in': string
    readonly raises: string
    readonly exposes: string
  }
  readonly more: string
}
