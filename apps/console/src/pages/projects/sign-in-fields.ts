import type { Project } from '@signet/contracts'

type SignInField =
  | 'passwordLogin'
  | 'registrationOpen'
  | 'emailVerificationRequired'
  | 'verificationMethod'
  | 'totpRequired'

export type SignInSettings = Pick<Project, SignInField>

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
