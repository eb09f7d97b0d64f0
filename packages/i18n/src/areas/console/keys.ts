// Written by src/print.ts from messages/.
export interface KeysTexts {
  readonly text: string
  readonly instanceKeys: string
  readonly instanceKeysText: string
  readonly published: string
  readonly signing: string
  readonly retired: string
  readonly key: string
  readonly readyAt: (at: string) => string
  readonly ready: string
  readonly signedUntil: (at: string) => string
  readonly removableAt: (at: string) => string
  readonly since: (at: string) => string
  readonly generate: string
  readonly generateText: string
  readonly generated: string
  readonly algorithm: string
  readonly rotate: string
  readonly rotateTitle: (algorithm: string) => string
  readonly rotated: string
  readonly rotatedLater: (at: string) => string
  readonly promote: string
  readonly promoteTitle: string
  readonly promoteText: string
  readonly promoted: string
  readonly notReady: string
  readonly demote: string
  readonly demoteTitle: string
  readonly demoteText: string
  readonly demoted: string
  readonly retire: string
  readonly retireTitle: string
  readonly retiredDone: string
  readonly retireSigning: string
  readonly revoke: string
  readonly revokeTitle: string
  readonly revoked: string
  readonly today: string
  readonly phases: {
    readonly published: string
    readonly signs: string
    readonly verifies: string
    readonly overdue: string
    readonly next: string
  }
  readonly signsSince: (at: string) => string
  readonly verifiesOpen: string
  readonly rotateBy: (at: string) => string
  readonly rotateNow: string
  readonly nextReady: string
  readonly nextWaits: (at: string) => string
  readonly nextMissing: string
  readonly rotateReady: (algorithm: string, kid: string) => string
  readonly rotateWaiting: (at: string) => string
  readonly rotateFirst: string
  readonly next: string
  readonly actions: (kid: string) => string
  readonly nextRotation: (at: string, distance: string) => string
  readonly how: string
  readonly howText: string
  readonly publishedNow: string
  readonly keySet: string
  readonly keySetText: string
}
