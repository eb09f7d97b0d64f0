// Written by src/print.ts from messages/.
export interface FormsTexts {
  readonly changedElsewhere: string
  readonly changedElsewhereText: string
  readonly loadStored: string
  readonly restored: string
  readonly unsaved: (count: number) => string
  readonly discard: string
}
