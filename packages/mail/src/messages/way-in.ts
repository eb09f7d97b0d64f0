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
export type WayIn = Method | { readonly changed: 'password' | 'address' } | RecoveryCodes

interface ChangedMethod {
  readonly project: string
  readonly way: WayIn
  /** URL of the page of the account. */
  readonly account: string
}

function lineOf(text: MailTexts['signInMethods'], project: string, way: WayIn): string {
  if ('changed' in way) return text[way.changed]({ project })
  if ('recoveryCodesLeft' in way)
    return text.recoveryCodeUsed({ project, left: String(way.recoveryCodesLeft) })
  if ('recoveryCodes' in way)
    return text[way.recoveryCodes === 'created' ? 'recoveryCodesCreated' : 'recoveryCodesRemoved']({
      project,
    })
  const isAdded = way.change === 'added'
  const { provider, passkey } = way
  if (passkey) return text[isAdded ? 'passkeyAdded' : 'passkeyRemoved']({ project })
  if (provider === undefined)
    return text[isAdded ? 'authenticatorAdded' : 'authenticatorRemoved']({ project })
  return text[isAdded ? 'providerAdded' : 'providerRemoved']({ project, provider })
}

/** Sent to the owner of the account. */
export const wayInChanged =
  ({ project, way, account }: ChangedMethod): Message =>
  (language) => {
    const { greeting, signInMethods: text } = mailTextsOf(language)
    const isCodeUsed = 'recoveryCodesLeft' in way
    return {
      editable: { kind: isCodeUsed ? 'recovery_code_used' : 'sign_in_methods' },
      subject: (isCodeUsed ? text.recoveryCodeSubject : text.subject)({ project }),
      greeting,
      lines: [lineOf(text, project, way)],
      action: { label: text.action, url: account },
      notes: [text.notYou({ project })],
    }
  }
