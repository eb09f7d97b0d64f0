// Written by src/print.ts from messages/.
export interface ApprovalWebhookTexts {
  readonly title: string
  readonly text: string
  readonly url: string
  readonly question: string
  readonly questionText: string
  readonly removeText: string
  readonly newSecret: string
  readonly newSecretText: string
  readonly secret: string
  readonly delivered: (milliseconds: string) => string
  readonly failed: string
  readonly waiting: string
  readonly deliveredCount: string
  readonly failedCount: string
  readonly lastDelivered: string
}
