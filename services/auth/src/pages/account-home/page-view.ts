import type { PasswordProblem } from '../../own-account/prove-again.ts'
import type { OwnPageView } from '../shared/own-layout.ts'
import type { Overview } from './overview.ts'

export interface AccountHomeView extends OwnPageView {
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
        | 'deletion',
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
    readonly isOpen: boolean
  }
}
