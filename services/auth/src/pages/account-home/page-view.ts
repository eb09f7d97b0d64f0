import type { Locale } from '@signet/i18n'
import type { PasswordProblem } from '../../own-account/prove-again.ts'
import type { ProjectBrand } from '../shared/brand.ts'
import type { Overview } from './overview.ts'

export interface AccountHomeView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly action: string
  readonly accountId: string
  readonly accountName: string
  /** Absent when switched off or empty. */
  readonly links: Readonly<
    Partial<
      Record<
        | 'apps'
        | 'profile'
        | 'identities'
        | 'passkeys'
        | 'authenticator'
        | 'recoveryCodes'
        | 'requests'
        | 'data'
        | 'signOut',
        string
      >
    >
  >
  readonly overview: Overview
  readonly isLinkSent: boolean
  /** Absent for an account without a password. */
  readonly password?: {
    readonly minCharacters: number
    readonly problem: PasswordProblem | undefined
    /** A passkey that was just used replaces the current password. */
    readonly isProven: boolean
  }
}
