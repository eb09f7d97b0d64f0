// Written by src/print.ts from messages/.
export interface FaultsTexts {
  readonly title: string
  readonly one: string
  readonly text: string
  readonly search: string
  readonly searchPlaceholder: string
  readonly find: string
  readonly code: string
  readonly allCodes: string
  readonly route: string
  readonly service: string
  readonly occurrences: string
  readonly lastSeen: string
  readonly firstSeen: string
  readonly from: string
  readonly to: string
  readonly none: string
  readonly noneText: string
  readonly noneMatches: string
  readonly dropped: (count: number) => string
  readonly byCode: string
  readonly byRoute: string
  readonly noRoute: string
  readonly faultCount: (count: number) => string
  readonly purge: string
  readonly purgeTitle: string
  readonly purgeConsequence: (faults: string, occurrences: string) => string
  readonly occurrenceCount: (count: number) => string
  readonly purgeAll: string
  readonly purged: (faults: string) => string
  readonly message: string
  readonly fingerprint: string
  readonly status: string
  readonly surface: string
  readonly actor: string
  readonly client: string
  readonly samples: string
  readonly reference: string
  readonly request: string
  readonly release: string
  readonly instance: string
  readonly origin: string
  readonly found: string
  readonly fault: string
}
