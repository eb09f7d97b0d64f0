// Written by src/print.ts from messages/.
export interface ApprovalNoticesTexts {
  readonly title: string
  readonly text: string
  readonly turnOn: string
  readonly turnOff: string
  readonly isOn: string
  readonly blocked: string
  readonly waits: (agent: string) => string
}
