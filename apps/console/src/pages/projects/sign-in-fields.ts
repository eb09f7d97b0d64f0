import type { Project } from '@signet/contracts'

type SignInField =
  | 'passwordLogin'
  | 'registrationOpen'
  | 'emailVerificationRequired'
  | 'verificationMethod'
  | 'totpRequired'
  | 'passkeys'
  | 'passkeyUserVerification'
  | 'passkeyAuthenticators'

export type SignInSettings = Pick<Project, SignInField>

export const signInFields = [
  'passwordLogin',
  'registrationOpen',
  'totpRequired',
  'emailVerificationRequired',
] as const

export const passkeyRules = [
  'off',
  'allowed',
  'preferred',
  'required',
] as const satisfies Project['passkeys'][]
export const passkeyVerifications = ['required', 'preferred'] as const

export const signInSettingsOf = (project: Project): SignInSettings => ({
  passwordLogin: project.passwordLogin,
  registrationOpen: project.registrationOpen,
  emailVerificationRequired: project.emailVerificationRequired,
  verificationMethod: project.verificationMethod,
  totpRequired: project.totpRequired,
  passkeys: project.passkeys,
  passkeyUserVerification: project.passkeyUserVerification,
  passkeyAuthenticators: project.passkeyAuthenticators,
})
