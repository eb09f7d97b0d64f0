// Written by src/print.ts from messages/.
export interface HoldsTexts {
  readonly title: string
  readonly text: string
  readonly search: string
  readonly connection: string
  readonly since: string
  readonly refused: string
  readonly none: string
  readonly noneText: string
}
