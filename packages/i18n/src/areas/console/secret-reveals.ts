// Written by src/print.ts from messages/.
export interface SecretRevealsTexts {
  readonly title: string
  readonly madeBy: (agent: string, act: string) => string
  readonly call: string
  readonly once: string
  readonly onceText: string
  readonly reveal: string
  readonly expires: string
  readonly shownOnce: string
  readonly shownOnceText: string
  readonly isStored: string
}
