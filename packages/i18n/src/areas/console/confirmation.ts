// Written by src/print.ts from messages/.
export interface ConfirmationTexts {
  readonly nowDifferent: string
  readonly nowDifferentText: string
  readonly typeToConfirm: (name: string) => string
}
