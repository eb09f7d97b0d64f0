// Written by src/print.ts from messages/.
export interface LabelsTexts {
  readonly title: string
  readonly edit: string
  readonly text: string
  readonly hint: string
  readonly lines: string
  readonly tool: string
  readonly toolHint: string
  readonly managedBy: (tool: string) => string
  readonly overwrites: string
  readonly recreates: string
  readonly saved: string
}
