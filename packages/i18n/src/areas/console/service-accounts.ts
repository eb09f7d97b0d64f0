// Written by src/print.ts from messages/.
export interface ServiceAccountsTexts {
  readonly title: string
  readonly text: string
  readonly new: string
  readonly search: string
  readonly none: string
  readonly noneText: string
  readonly noMatch: string
  readonly team: string
  readonly teamHint: string
  readonly lastUsed: string
  readonly expired: string
  readonly noPeople: string
  readonly failed: (count: number) => string
  readonly lastFailure: (reason: string) => string
  readonly keyCount: (count: number) => string
  readonly credential: string
  readonly kindTexts: {
    readonly github: string
    readonly gitlab: string
    readonly kubernetes: string
    readonly spiffe: string
    readonly key: string
  }
  readonly issuer: string
  readonly subject: string
  readonly subjectHint: string
  readonly keys: string
  readonly keysHint: string
  readonly noKeys: string
  readonly created: (name: string) => string
  readonly change: (name: string) => string
  readonly changed: string
  readonly ownersOnly: string
  readonly deleteTitle: (name: string) => string
  readonly deleteText: string
  readonly deleted: (name: string) => string
  readonly key: string
}
