import { type MailKind, type MailTexts, mailKinds } from '@signet/contracts'
import type { Locale } from '@signet/i18n'
import type { Message } from './message.ts'
import { accountInvitation } from './messages/account-invitation.ts'
import { alreadyRegistered } from './messages/already-registered.ts'
import { passkeyInvitation } from './messages/passkey-invitation.ts'
import { passwordReset } from './messages/password-reset.ts'
import { signInMethodChanged } from './messages/sign-in-method.ts'
import { verificationCode, verificationLink } from './messages/verification.ts'
import { paragraphsOf } from './render.ts'

interface Sample {
  readonly project: string
  readonly url: string
  readonly invitedBy: string
}

const samples: Readonly<Record<MailKind, (sample: Sample) => Message>> = {
  invitation: (sample) => accountInvitation({ ...sample, days: 7 }),
  passkey: (sample) => passkeyInvitation({ ...sample, days: 7 }),
  reset: (sample) => passwordReset({ ...sample, minutes: 60 }),
  verification_link: (sample) => verificationLink({ ...sample, hours: 24 }),
  verification_code: ({ project }) => verificationCode({ project, code: '12345678', minutes: 10 }),
  already_registered: alreadyRegistered,
  sign_in_methods: ({ project, url }) =>
    signInMethodChanged({ project, event: { changed: 'password' }, account: url }),
  recovery_code_used: ({ project, url }) =>
    signInMethodChanged({ project, event: { recoveryCodesLeft: 3 }, account: url }),
}

export const sampleMessage = (kind: MailKind, sample: Sample): Message => samples[kind](sample)

export function defaultTexts(kind: MailKind, language: Locale): MailTexts {
  const values = { project: '{{projectName}}', url: '', invitedBy: '{{invitedBy}}' }
  const content = samples[kind](values)(language)
  const { subject, action } = content
  return {
    subject,
    // The sentence about the change is not editable.
    intro: mailKinds[kind].mandatory.length === 0 ? null : paragraphsOf(content).join('\n'),
    button: action?.label ?? null,
  }
}
