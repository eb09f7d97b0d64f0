// Written by src/print.ts from messages/.
export interface ApiCallsTexts {
  readonly text: string
  readonly variables: string
  readonly paths: (path: string) => string
}
