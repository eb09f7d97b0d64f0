import type { Message } from '../message.ts'
import { accountInvitation } from './account-invitation.ts'
import { passwordReset } from './password-reset.ts'
import { verificationCode, verificationLink } from './verification.ts'

/** What a message carries that proves its address, as `packages/accounts` makes it. */
type Proof =
  | { readonly purpose: 'verification'; readonly seconds: number; readonly code: string }
  | {
      readonly purpose: 'invitation' | 'reset' | 'verification'
      readonly seconds: number
      readonly url: string
    }

/** The message that brings a proof to its address. @param project as end users know it @param by address of the administrator who asked for it */
export function proofMessage(project: string, proof: Proof, by?: string): Message {
  const minutes = proof.seconds / 60
  if ('code' in proof) return verificationCode({ project, code: proof.code, minutes })
  const { url } = proof
  switch (proof.purpose) {
    case 'invitation':
      return accountInvitation({ project, url, days: minutes / 1440, invitedBy: by })
    case 'reset':
      return passwordReset({ project, url, minutes })
    case 'verification':
      return verificationLink({ project, url, hours: minutes / 60, askedBy: by })
  }
}
