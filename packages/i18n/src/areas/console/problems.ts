// Written by src/print.ts from messages/.
export interface ProblemsTexts {
  readonly notOffered: string
  readonly notOfferedText: string
  readonly unreachable: string
  readonly unreachableText: string
  readonly defect: string
  readonly defectText: string
  readonly seeFields: string
  readonly retryAfter: (count: number) => string
  readonly reference: string
  readonly fillIn: string
  readonly tooShort: (count: number) => string
  readonly tooLong: (count: number) => string
  readonly tooFew: (count: number) => string
  readonly tooMany: (count: number) => string
  readonly refusal: (reason: string) => string
  readonly scheduled: string
  readonly heldAccounts: (count: number) => string
  readonly addressDependents: (count: number) => string
  readonly denials: {
    readonly read: string
    readonly supportUsers: string
    readonly manageUsers: string
    readonly edit: string
    readonly editSettings: string
    readonly readActivity: string
    readonly changeAddress: string
    readonly move: string
    readonly delete: string
  }
}
