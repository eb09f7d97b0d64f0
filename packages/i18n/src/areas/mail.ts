// Written by src/print.ts from messages/.
import ar from '../../messages/ar/mail.json' with { type: 'json' }
import de from '../../messages/de/mail.json' with { type: 'json' }
import en from '../../messages/en/mail.json' with { type: 'json' }
import es from '../../messages/es/mail.json' with { type: 'json' }
import fr from '../../messages/fr/mail.json' with { type: 'json' }
import ja from '../../messages/ja/mail.json' with { type: 'json' }
import ptBR from '../../messages/pt-BR/mail.json' with { type: 'json' }
import ru from '../../messages/ru/mail.json' with { type: 'json' }
import zhCN from '../../messages/zh-CN/mail.json' with { type: 'json' }
import { messagesIn, type Value } from '../messages.ts'

export type MailTexts = {
  readonly greeting: string
  readonly invitation: {
    readonly subject: (values: { readonly project: Value }) => string
    readonly by: (values: { readonly by: Value; readonly project: Value }) => string
    readonly text: (values: { readonly project: Value }) => string
    readonly begin: string
    readonly action: string
    readonly once: (values: { readonly days: Value }) => string
  }
  readonly passkey: {
    readonly subject: (values: { readonly project: Value }) => string
    readonly by: (values: { readonly by: Value; readonly project: Value }) => string
    readonly begin: string
    readonly action: string
    readonly once: (values: { readonly days: Value }) => string
  }
  readonly unexpected: string
  readonly notRequested: string
  readonly alreadyRegistered: {
    readonly subject: (values: { readonly project: Value }) => string
    readonly text: (values: { readonly project: Value }) => string
    readonly signIn: string
    readonly notYou: string
  }
  readonly accountDeleted: {
    readonly subject: (values: { readonly project: Value }) => string
    readonly text: (values: { readonly project: Value }) => string
    readonly notYou: (values: { readonly project: Value }) => string
  }
  readonly reset: {
    readonly subject: (values: { readonly project: Value }) => string
    readonly text: (values: { readonly project: Value }) => string
    readonly action: string
    readonly once: (values: { readonly minutes: Value }) => string
    readonly notYou: string
  }
  readonly verificationLink: {
    readonly subject: (values: { readonly project: Value }) => string
    readonly by: (values: { readonly by: Value; readonly project: Value }) => string
    readonly text: (values: { readonly project: Value }) => string
    readonly action: string
    readonly once: (values: { readonly hours: Value }) => string
  }
  readonly verificationCode: {
    readonly subject: (values: { readonly project: Value }) => string
    readonly text: (values: { readonly project: Value }) => string
    readonly valid: (values: { readonly minutes: Value; readonly project: Value }) => string
  }
  readonly teamInvitation: {
    readonly subject: (values: { readonly team: Value }) => string
    readonly text: (values: { readonly by: Value; readonly role: Value; readonly team: Value }) => string
    readonly action: string
    readonly once: (values: { readonly days: Value }) => string
  }
  readonly test: {
    readonly subject: string
    readonly text: (values: { readonly instance: Value }) => string
  }
  readonly agentRequest: {
    readonly subject: (values: { readonly agent: Value }) => string
    readonly text: (values: { readonly agent: Value; readonly by: Value }) => string
    readonly action: string
    readonly notExpected: string
  }
  readonly approvalRequest: {
    readonly subject: (values: { readonly agent: Value }) => string
    readonly text: (values: { readonly agent: Value; readonly minutes: Value }) => string
    readonly action: string
    readonly notYou: string
  }
  readonly signInMethods: {
    readonly subject: (values: { readonly project: Value }) => string
    readonly password: (values: { readonly project: Value }) => string
    readonly address: (values: { readonly project: Value }) => string
    readonly authenticatorAdded: (values: { readonly project: Value }) => string
    readonly authenticatorRemoved: (values: { readonly project: Value }) => string
    readonly passkeyAdded: (values: { readonly project: Value }) => string
    readonly passkeyRemoved: (values: { readonly project: Value }) => string
    readonly recoveryCodeSubject: (values: { readonly project: Value }) => string
    readonly recoveryCodeUsed: (values: { readonly left: Value; readonly project: Value }) => string
    readonly recoveryCodesCreated: (values: { readonly project: Value }) => string
    readonly recoveryCodesRemoved: (values: { readonly project: Value }) => string
    readonly providerAdded: (values: { readonly project: Value; readonly provider: Value }) => string
    readonly providerRemoved: (values: { readonly project: Value; readonly provider: Value }) => string
    readonly action: string
    readonly notYou: (values: { readonly project: Value }) => string
  }
  readonly expiry: {
    readonly subject: string
    readonly subjectOf: (values: { readonly name: Value }) => string
    readonly provider: (values: {
      readonly date: Value
      readonly name: Value
      readonly project: Value
    }) => string
    readonly certificate: (values: {
      readonly date: Value
      readonly name: Value
      readonly project: Value
    }) => string
    readonly clientCertificate: (values: {
      readonly date: Value
      readonly name: Value
      readonly project: Value
    }) => string
    readonly directory: (values: {
      readonly date: Value
      readonly name: Value
      readonly project: Value
    }) => string
    readonly action: string
    readonly afterwards: string
  }
}

/** Returns the texts of a locale. */
export const mailTextsOf = messagesIn<MailTexts>({ ar, de, en, es, fr, ja, 'pt-BR': ptBR, ru, 'zh-CN': zhCN })
