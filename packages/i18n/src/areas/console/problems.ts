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
}
