import { type MailTexts, mailTextsOf } from '@signet/i18n/mail'
import type { Message } from '../message.ts'

interface Method {
  /** Absent for another method. */
  readonly provider?: string
  /** Absent: the authenticator. */
  readonly passkey?: true
  readonly change: 'added' | 'removed'
}

/** New recovery codes, their removal, or the use of one. */
type RecoveryCodes =
  | { readonly recoveryCodes: 'created' | 'removed' }
  | { readonly recoveryCodesLeft: number }

/** The notice of a new address goes to the earlier one. */
export type SignInMethodEvent = Method | { readonly changed: 'password' | 'address' } | RecoveryCodes

interface ChangedMethod {
  readonly project: string
  readonly event: SignInMethodEvent
  /** URL of the page of the account. */
  readonly account: string
}

function lineOf(text: MailTexts['signInMethods'], project: string, event: SignInMethodEvent): string {
  if ('changed' in event) return text[event.changed]({ project })
  if ('recoveryCodesLeft' in event)
    return text.recoveryCodeUsed({ project, left: String(event.recoveryCodesLeft) })
  if ('recoveryCodes' in event)
    return text[event.recoveryCodes === 'created' ? 'recoveryCodesCreated' : 'recoveryCodesRemoved']({
      project,
    })
  const isAdded = event.change === 'added'
  const { provider, passkey } = event
  if (passkey) return text[isAdded ? 'passkeyAdded' : 'passkeyRemoved']({ project })
  if (provider === undefined)
    return text[isAdded ? 'authenticatorAdded' : 'authenticatorRemoved']({ project })
  return text[isAdded ? 'providerAdded' : 'providerRemoved']({ project, provider })
}

/** Sent to the owner of the account. */
export const signInMethodChanged =
  ({ project, event, account }: ChangedMethod): Message =>
  (language) => {
    const { greeting, signInMethods: text } = mailTextsOf(language)
    const isCodeUsed = 'recoveryCodesLeft' in event
    return {
      editable: { kind: isCodeUsed ? 'recovery_code_used' : 'sign_in_methods' },
      subject: (isCodeUsed ? text.recoveryCodeSubject : text.subject)({ project }),
      greeting,
      lines: [lineOf(text, project, event)],
      action: { label: text.action, url: account },
      notes: [text.notYou({ project })],
    }
  }
