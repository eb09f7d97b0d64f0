import type { Message } from '../message.ts'
import { accountInvitation } from './account-invitation.ts'
import { passkeyInvitation } from './passkey-invitation.ts'
import { passwordReset } from './password-reset.ts'
import { verificationCode, verificationLink } from './verification.ts'

type Proof =
  | { readonly purpose: 'verification'; readonly seconds: number; readonly code: string }
  | {
      readonly purpose: 'address' | 'invitation' | 'passkey' | 'reset' | 'verification'
      readonly seconds: number
      readonly url: string
    }

/**
 * @param project name for end users
 * @param by address of the requesting administrator
 */
export function proofMessage(project: string, proof: Proof, by?: string): Message {
  const minutes = proof.seconds / 60
  if ('code' in proof) return verificationCode({ project, code: proof.code, minutes })
  const { url } = proof
  switch (proof.purpose) {
    case 'invitation':
      return accountInvitation({ project, url, days: minutes / 1440, invitedBy: by })
    case 'passkey':
      return passkeyInvitation({ project, url, days: minutes / 1440, invitedBy: by ?? project })
    case 'reset':
      return passwordReset({ project, url, minutes })
    case 'address':
    case 'verification':
      return verificationLink({ project, url, hours: minutes / 60, askedBy: by })
  }
}
