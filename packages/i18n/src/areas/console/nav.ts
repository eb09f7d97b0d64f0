// Written by src/print.ts from messages/.
export interface NavTexts {
  readonly instance: string
  readonly main: string
  readonly open: string
  readonly home: string
  readonly projects: string
  readonly project: string
  readonly projectFile: string
  readonly applications: string
  readonly application: string
  readonly resources: string
  readonly resource: string
  readonly users: string
  readonly user: string
  readonly userTransfer: string
  readonly groups: string
  readonly group: string
  readonly providers: string
  readonly provider: string
  readonly directories: string
  readonly directory: string
  readonly keys: string
  readonly activity: string
  readonly audit: string
  readonly agents: string
  readonly approvals: string
  readonly approval: string
  readonly ownSessions: string
  readonly settings: string
  readonly allProjects: string
  readonly documents: string
  readonly breadcrumb: string
  readonly skip: string
  readonly serviceAccounts: string
  readonly serviceAccount: string
  readonly serviceAccountNew: string
  readonly headings: {
    readonly access: string
    readonly oversight: string
    readonly operation: string
    readonly integration: string
    readonly people: string
  }
}
