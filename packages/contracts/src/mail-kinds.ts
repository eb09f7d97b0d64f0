/** Each is replaced by one line of text. */
export const mailVariables = ['userName', 'userEmail', 'projectName', 'invitedBy'] as const
export type MailVariable = (typeof mailVariables)[number]

export interface MailKindFacts {
  readonly variables: readonly MailVariable[]
  /** The recipient recognizes the project by them. */
  readonly mandatory: readonly MailVariable[]
  readonly hasButton: boolean
}

const common = ['userName', 'userEmail', 'projectName'] as const
const withButton = { variables: common, mandatory: ['projectName'], hasButton: true } as const
const withoutButton = { ...withButton, hasButton: false } as const
const invitation = { ...withButton, variables: [...common, 'invitedBy'] } as const
/** The sentence about the change, which names the project, follows the text. */
const notice = { ...withButton, mandatory: [] } as const

export const mailKinds = {
  invitation,
  passkey: invitation,
  reset: withButton,
  verification_link: withButton,
  verification_code: withoutButton,
  already_registered: withoutButton,
  sign_in_methods: notice,
  recovery_code_used: notice,
} as const satisfies Readonly<Record<string, MailKindFacts>>
