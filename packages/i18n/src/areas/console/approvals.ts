// Written by src/print.ts from messages/.
export interface ApprovalsTexts {
  readonly text: string
  readonly search: string
  readonly none: string
  readonly asksTo: string
  readonly agent: string
  readonly status: string
  readonly asked: string
  readonly statuses: {
    readonly pending: string
    readonly approved: string
    readonly refused: string
    readonly used: string
    readonly expired: string
  }
  readonly askedBy: (agent: string, at: string) => string
  readonly concerns: string
  readonly sends: string
  readonly yourNote: string
  readonly decision: string
  readonly approve: string
  readonly approved: string
  readonly freshText: string
  readonly expires: (at: string) => string
  readonly refuse: string
  readonly refuseTitle: string
  readonly refuseDo: string
  readonly refused: string
  readonly note: string
  readonly noteHint: string
  readonly does: string
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
}
