// Written by src/print.ts from messages/.
export interface ResourcesTexts {
  readonly new: string
  readonly text: string
  readonly search: string
  readonly first: string
  readonly firstText: string
  readonly identifier: string
  readonly identifierHint: string
  readonly enterIdentifier: string
  readonly enterName: string
  readonly scopes: string
  readonly scope: string
  readonly scopesHint: string
  readonly addScope: string
  readonly description: string
  readonly descriptionsText: string
  readonly kind: string
  readonly kinds: {
    readonly see: string
    readonly act: string
  }
  readonly tokenFormat: string
  readonly formats: {
    readonly jwt: string
    readonly opaque: string
  }
  readonly formatTexts: {
    readonly jwt: string
    readonly opaque: string
  }
  readonly lifetime: string
  readonly tokenLifetime: string
  readonly tokens: string
  readonly tokenProfile: string
  readonly profiles: {
    readonly rfc9068: string
    readonly plain: string
  }
  readonly userInfoAccess: string
  readonly userInfoAccessHint: string
  readonly algorithm: string
  readonly algorithmDefault: string
  readonly slash: string
  readonly slashHint: string
  readonly shared: string
  readonly sharedText: string
  readonly create: string
  readonly created: (name: string) => string
  readonly save: string
  readonly saved: string
  readonly check: string
  readonly checkText: string
  readonly statuses: {
    readonly vouched: string
    readonly not_vouched: string
    readonly unreachable: string
  }
  readonly expectedIssuer: string
  readonly answeredBy: string
  readonly steps: {
    readonly challenge: string
    readonly path_well_known: string
    readonly root_well_known: string
  }
  readonly deleteCard: string
  readonly deleteText: string
  readonly deleteTitle: (name: string) => string
  readonly deleteLabel: string
  readonly deleted: (name: string) => string
  readonly mcpServer: string
  readonly mcpServerHint: string
  readonly mcp: string
  readonly mcpText: string
  readonly metadata: string
  readonly metadataAddress: string
  readonly verify: string
  readonly advanced: string
}
