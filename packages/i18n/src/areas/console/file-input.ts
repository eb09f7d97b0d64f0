// Written by src/print.ts from messages/.
export interface FileInputTexts {
  readonly choose: string
}
