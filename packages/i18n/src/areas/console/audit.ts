// Written by src/print.ts from messages/.
export interface AuditTexts {
  readonly text: string
  readonly live: string
  readonly liveRead: (age: string) => string
  readonly liveLost: (age: string) => string
  readonly export: string
  readonly exportCsv: string
  readonly exportLines: string
  readonly exported: (count: number) => string
  readonly exportBound: (most: string) => string
  readonly noMatch: string
  readonly noMatchText: string
  readonly nothing: string
  readonly nothingText: string
  readonly when: string
  readonly changes: string
  readonly what: string
  readonly from: string
  readonly to: string
  readonly targetId: string
  readonly actorId: string
  readonly areas: {
    readonly everything: string
    readonly projects: string
    readonly applications: string
    readonly users: string
    readonly groups: string
    readonly apis: string
    readonly providers: string
    readonly directories: string
    readonly teams: string
    readonly administrators: string
    readonly agents: string
    readonly settings: string
  }
  readonly surfaces: {
    readonly mcp: string
    readonly scim: string
    readonly upstream: string
    readonly selfService: string
  }
  readonly inProject: string
  readonly became: string
  readonly filter: string
  readonly open: string
  readonly at: string
  readonly action: string
  readonly actor: string
  readonly target: string
  readonly client: string
  readonly connection: string
  readonly entry: string
  readonly entries: (count: number) => string
  readonly entryRange: (range: string) => string
  readonly moreFields: (count: number) => string
  readonly joined: (count: number, group: string) => string
  readonly left: (count: number, group: string) => string
  readonly imported: (count: number) => string
  readonly dates: string
  readonly today: string
  readonly yesterday: string
  readonly actors: {
    readonly human: string
    readonly agent: string
    readonly machine: string
    readonly system: string
  }
  readonly search: string
  readonly periods: {
    readonly any: string
    readonly week: string
    readonly month: string
  }
  readonly timelineEmpty: string
  readonly timelineAll: string
  readonly setUp: string
  readonly ownChanges: string
}
