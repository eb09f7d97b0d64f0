// Written by src/print.ts from messages/.
export interface MailsTexts {
  readonly text: string
  readonly kind: string
  readonly language: string
  readonly edited: string
  readonly notEdited: string
  readonly subject: string
  readonly intro: string
  readonly introHint: string
  readonly noticeHint: string
  readonly button: string
  readonly insert: string
  readonly mandatory: string
  readonly preview: string
  readonly from: string
  readonly to: string
  readonly addressShown: string
  readonly setName: string
  readonly light: string
  readonly dark: string
  readonly plain: string
  readonly send: string
  readonly noServer: string
  readonly sent: (email: string) => string
  readonly reset: string
  readonly wasReset: string
  readonly saved: string
  readonly kinds: {
    readonly invitation: string
    readonly passkey: string
    readonly reset: string
    readonly verification_link: string
    readonly verification_code: string
    readonly already_registered: string
    readonly sign_in_methods: string
    readonly recovery_code_used: string
  }
}
