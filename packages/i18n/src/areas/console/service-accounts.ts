// Written by src/print.ts from messages/.
export interface ServiceAccountsTexts {
  readonly text: string
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
  readonly changed: string
  readonly ownersOnly: string
  readonly deleteTitle: (name: string) => string
  readonly deleteText: string
  readonly deleted: (name: string) => string
  readonly key: string
  readonly rights: string
  readonly access: string
  readonly workloads: string
  readonly workload: string
  readonly workloadsText: string
  readonly platform: string
  readonly claims: string
  readonly claimsHint: string
  readonly claimLines: string
  readonly addWorkload: string
  readonly removeWorkload: (subject: string) => string
  readonly atLeastOne: string
  readonly storedKeys: string
  readonly keysText: string
  readonly replaceKeys: string
  readonly replaceKeysHint: string
  readonly keyReplaced: string
  readonly permitted: string
  readonly expires: string
  readonly createdBy: string
  readonly role: string
  readonly signsInWith: string
  readonly deleteCard: string
  readonly chooseTeam: string
  readonly create: string
  readonly account: string
}
