// Written by src/print.ts from messages/.
export interface ObjectFieldsTexts {
  readonly add: string
  readonly none: string
  readonly editJson: string
  readonly editRows: string
  readonly asJson: (name: string) => string
  readonly repeated: string
  readonly wordsHint: string
  readonly invalid: string
}
