import type { Project } from '@signet/contracts'

type SignInField =
  | 'passwordLogin'
  | 'registrationOpen'
  | 'emailVerificationRequired'
  | 'verificationMethod'
  | 'totpRequired'

export type SignInSettings = Pick<Project, SignInField>

/** How each sign-in setting is named and explained, wherever it is shown or changed. */
export const signInTexts: Record<SignInField, { label: string; hint: string }> = {
  passwordLogin: { label: 'Password sign-in', hint: 'People sign in with e-mail address and password.' },
  registrationOpen: { label: 'Open for sign-up', hint: 'People may create an account themselves.' },
  emailVerificationRequired: {
    label: 'Verified e-mail address required',
    hint: 'People prove their address before they can sign in. Needs mail delivery.',
  },
  verificationMethod: { label: 'Verification by', hint: 'What the verification message carries.' },
  totpRequired: {
    label: 'Authenticator app required',
    hint: 'A one-time code after the password. Sign-in through an identity provider is not affected.',
  },
}

export const signInFields = [
  'passwordLogin',
  'registrationOpen',
  'totpRequired',
  'emailVerificationRequired',
] as const

export const signInSettingsOf = (project: Project): SignInSettings => ({
  passwordLogin: project.passwordLogin,
  registrationOpen: project.registrationOpen,
  emailVerificationRequired: project.emailVerificationRequired,
  verificationMethod: project.verificationMethod,
  totpRequired: project.totpRequired,
})
