// Written by src/print.ts from messages/.
export interface DenialsTexts {
  readonly scheduled: string
  readonly heldAccounts: (count: number) => string
  readonly addressDependents: (count: number) => string
  readonly byRight: {
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
