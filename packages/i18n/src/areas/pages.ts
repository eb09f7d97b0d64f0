// Written by src/print.ts from messages/.
import ar from '../../messages/ar/pages.json' with { type: 'json' }
import de from '../../messages/de/pages.json' with { type: 'json' }
import en from '../../messages/en/pages.json' with { type: 'json' }
import es from '../../messages/es/pages.json' with { type: 'json' }
import fr from '../../messages/fr/pages.json' with { type: 'json' }
import ja from '../../messages/ja/pages.json' with { type: 'json' }
import ptBR from '../../messages/pt-BR/pages.json' with { type: 'json' }
import ru from '../../messages/ru/pages.json' with { type: 'json' }
import zhCN from '../../messages/zh-CN/pages.json' with { type: 'json' }
import { messagesIn, type Value } from '../messages.ts'

export type PagesTexts = {
  readonly signIn: {
    readonly title: string
    readonly login: string
    readonly password: string
    readonly submit: string
    readonly cancel: string
    readonly wrong: string
    readonly tooMany: (values: { readonly minutes: Value }) => string
    readonly closed: string
    readonly over: string
    readonly busy: string
    readonly passwordOff: string
    readonly off: string
    readonly noMethodAsk: (values: { readonly project: Value }) => string
    readonly noMethodConsole: string
  }
  readonly chooseAccount: {
    readonly title: string
    readonly goOn: (values: { readonly application: Value }) => string
    readonly account: string
    readonly keep: string
    readonly other: string
  }
  readonly consent: {
    readonly title: (values: { readonly application: Value }) => string
    readonly willBeAble: string
    readonly at: (values: { readonly api: Value }) => string
    readonly reach: string
    readonly claim: string
    readonly unexplained: string
    readonly onlyIdentity: string
    readonly account: string
    readonly allow: string
    readonly deny: string
    readonly goesTo: (values: { readonly host: Value }) => string
    readonly kinds: {
      readonly see: string
      readonly act: string
    }
    readonly policy: string
    readonly terms: string
    readonly claims: {
      readonly name: string
      readonly given_name: string
      readonly family_name: string
      readonly middle_name: string
      readonly nickname: string
      readonly preferred_username: string
      readonly profile: string
      readonly picture: string
      readonly website: string
      readonly email: string
      readonly email_verified: string
      readonly gender: string
      readonly birthdate: string
      readonly zoneinfo: string
      readonly locale: string
      readonly phone_number: string
      readonly phone_number_verified: string
      readonly address: string
      readonly updated_at: string
      readonly groups: string
    }
    readonly scopes: {
      readonly offline_access: string
      readonly profile: string
      readonly email: string
      readonly phone: string
      readonly address: string
      readonly groups: string
      readonly 'admin:read': string
      readonly 'admin:write': string
      readonly 'admin:high': string
    }
  }
  readonly agent: {
    readonly title: (values: { readonly agent: Value }) => string
    readonly asked: string
    readonly permit: string
    readonly declined: string
    readonly console: string
    readonly again: string
  }
  readonly signOut: {
    readonly title: string
    readonly question: (values: { readonly name: Value }) => string
    readonly yes: string
    readonly no: string
    readonly done: string
    readonly doneText: (values: { readonly name: Value }) => string
  }
  readonly device: {
    readonly title: string
    readonly enter: string
    readonly next: string
    readonly confirmTitle: (values: { readonly application: Value }) => string
    readonly compare: string
    readonly same: string
    readonly different: string
    readonly warning: string
    readonly notFound: string
    readonly expired: string
    readonly used: string
    readonly failed: string
    readonly done: string
    readonly doneText: string
    readonly refused: string
    readonly refusedText: string
  }
  readonly problem: {
    readonly refused: string
    readonly refusedText: string
    readonly expired: string
    readonly expiredText: string
    readonly fault: string
    readonly faultText: string
    readonly unavailable: string
    readonly unavailableText: string
    readonly busy: string
    readonly busyText: string
    readonly notFound: string
    readonly notFoundText: string
    readonly reference: string
    readonly again: string
    readonly details: string
    readonly console: string
  }
  readonly common: {
    readonly email: string
    readonly newPassword: string
    readonly atLeast: (values: { readonly characters: Value }) => string
    readonly tooShort: (values: { readonly characters: Value }) => string
    readonly tooLong: string
    readonly showPassword: string
    readonly code: string
    readonly next: string
    readonly goOn: string
    readonly goOnTo: (values: { readonly application: Value }) => string
    readonly cancel: string
    readonly notYou: string
    readonly closePage: string
    readonly back: string
    readonly busy: string
    readonly tooMany: (values: { readonly minutes: Value }) => string
  }
  readonly entry: {
    readonly forgotten: string
    readonly newHere: string
    readonly register: string
    readonly registered: string
  }
  readonly registration: {
    readonly title: string
    readonly password: string
    readonly submit: string
    readonly address: string
    readonly paused: string
    readonly pausedText: string
  }
  readonly forgotten: {
    readonly title: string
    readonly text: string
    readonly submit: string
    readonly sent: string
    readonly sentText: string
  }
  readonly choose: {
    readonly invitation: string
    readonly reset: string
    readonly forAccount: string
    readonly submit: string
    readonly done: string
    readonly doneText: string
    readonly invitedText: string
    readonly resetText: string
  }
  readonly withoutMail: {
    readonly reset: (values: { readonly project: Value }) => string
    readonly verification: (values: { readonly project: Value }) => string
  }
  readonly verification: {
    readonly title: string
    readonly byLink: (values: { readonly email: Value }) => string
    readonly linkSent: string
    readonly byCode: string
    readonly confirmed: string
    readonly again: string
    readonly notYet: string
    readonly wrong: string
    readonly question: string
    readonly passwordText: string
    readonly signInFirst: string
    readonly yes: string
    readonly done: string
    readonly doneText: string
  }
  readonly invalid: {
    readonly title: string
    readonly text: string
  }
  readonly authenticator: {
    readonly enrol: string
    readonly enrolText: string
    readonly qr: string
    readonly byHand: string
    readonly challenge: string
    readonly challengeText: string
    readonly wrong: string
  }
  readonly details: {
    readonly title: string
    readonly raw: string
    readonly members: {
      readonly actions: string
      readonly locations: string
      readonly datatypes: string
      readonly identifier: string
      readonly privileges: string
    }
  }
  readonly apps: {
    readonly title: string
    readonly intro: string
    readonly may: string
    readonly onlyIdentity: string
    readonly since: string
    readonly lastUsed: string
    readonly remove: string
    readonly removeNamed: (values: { readonly application: Value }) => string
    readonly none: string
    readonly signOut: string
  }
  readonly requests: {
    readonly title: string
    readonly asks: (values: { readonly application: Value }) => string
    readonly compare: string
    readonly will: string
    readonly onlyIdentity: string
    readonly allow: string
    readonly deny: string
    readonly none: string
    readonly noneText: string
    readonly warning: string
    readonly again: string
  }
  readonly identities: {
    readonly title: string
    readonly intro: string
    readonly none: string
    readonly email: string
    readonly since: string
    readonly lastUsed: string
    readonly remove: string
    readonly removeNamed: (values: { readonly provider: Value }) => string
    readonly onlySignInMethod: string
    readonly add: string
    readonly addText: string
    readonly addNamed: (values: { readonly provider: Value }) => string
    readonly linkedElsewhere: (values: { readonly provider: Value }) => string
  }
  readonly accountHome: {
    readonly title: string
    readonly data: string
    readonly sessions: string
    readonly sessionsText: string
    readonly thisBrowser: string
    readonly otherBrowser: string
    readonly since: string
    readonly end: string
    readonly passwordText: string
    readonly current: string
    readonly usePasskey: string
    readonly provenByPasskey: string
    readonly chosen: string
    readonly change: string
    readonly wrongPassword: string
    readonly safe: string
    readonly safeText: string
    readonly confirmText: string
    readonly sendLink: string
    readonly factor: string
    readonly factorText: string
    readonly codes: string
    readonly codesText: string
    readonly profile: string
    readonly name: string
    readonly username: string
    readonly language: string
    readonly languageText: string
    readonly confirmed: string
    readonly unconfirmed: string
    readonly ways: string
    readonly manage: string
    readonly edit: string
    readonly changedOn: (values: { readonly date: Value }) => string
    readonly setUpOn: (values: { readonly date: Value }) => string
    readonly notSetUp: string
    readonly providers: string
    readonly failures: string
    readonly failuresText: string
    readonly wasItYou: (values: { readonly count: Value }) => string
    readonly noFailures: string
    readonly attempts: (values: { readonly count: Value }) => string
    readonly access: string
    readonly yourData: string
    readonly causes: {
      readonly wrong_password: string
      readonly wrong_code: string
      readonly wrong_passkey: string
      readonly wrong_recovery_code: string
      readonly throttled: string
      readonly locked: string
      readonly deactivated: string
      readonly provider_refused: string
      readonly consent_refused: string
    }
  }
  readonly ownProfile: {
    readonly givenName: string
    readonly familyName: string
    readonly picture: string
    readonly pictureText: string
    readonly save: string
    readonly saved: string
    readonly badName: string
    readonly badPicture: string
    readonly managed: string
    readonly newEmail: string
    readonly changeEmail: string
    readonly changeEmailText: string
    readonly question: string
    readonly questionText: string
    readonly changed: string
    readonly changedText: string
    readonly notChanged: string
  }
  readonly ownDeletion: {
    readonly title: string
    readonly intro: (values: { readonly project: Value }) => string
    readonly signedOut: string
    readonly data: string
    readonly applications: string
    readonly type: string
    readonly other: string
    readonly signInFirst: string
    readonly submit: string
    readonly done: string
    readonly doneText: (values: { readonly project: Value }) => string
  }
  readonly ownAuthenticator: {
    readonly title: string
    readonly enrolled: string
    readonly required: string
    readonly remove: string
    readonly removeText: string
    readonly none: string
    readonly enrol: string
  }
  readonly passkeys: {
    readonly signIn: string
    readonly signInFormer: (values: { readonly host: Value }) => string
    readonly notUsed: string
    readonly wrong: string
    readonly unknown: (values: { readonly project: Value }) => string
    readonly off: string
    readonly secondTitle: string
    readonly secondText: string
    readonly use: string
    readonly title: string
    readonly intro: string
    readonly none: string
    readonly created: string
    readonly lastUsed: string
    readonly synced: string
    readonly bound: string
    readonly notHere: string
    readonly elsewhere: (values: { readonly host: Value }) => string
    readonly former: (values: { readonly date: Value; readonly host: Value }) => string
    readonly add: string
    readonly addText: string
    readonly name: string
    readonly nameText: string
    readonly create: string
    readonly rename: string
    readonly remove: string
    readonly removeNamed: (values: { readonly name: Value }) => string
    readonly unsupported: string
    readonly notAdded: string
    readonly exists: string
    readonly permitted: (values: { readonly names: Value; readonly project: Value }) => string
    readonly unproven: string
    readonly notPermitted: string
    readonly compromised: string
    readonly unsupportedProof: string
    readonly modelsUnknown: (values: { readonly project: Value }) => string
    readonly addedTitle: string
    readonly addedText: string
    readonly offerTitle: string
    readonly notNow: string
    readonly requiredText: (values: { readonly project: Value }) => string
    readonly replaceFormer: (values: { readonly host: Value }) => string
    readonly defaultName: string
  }
  readonly recoveryCodes: {
    readonly title: string
    readonly intro: string
    readonly none: string
    readonly left: (values: { readonly left: Value }) => string
    readonly few: string
    readonly generate: string
    readonly replace: string
    readonly replaceText: string
    readonly signInFirst: string
    readonly needsFactor: string
    readonly shownOnce: string
    readonly keep: string
    readonly copy: string
    readonly copied: string
    readonly download: string
    readonly print: string
    readonly saved: string
    readonly use: string
    readonly useText: string
    readonly code: string
    readonly wrong: string
    readonly otherFactor: string
    readonly lostDevice: string
  }
  readonly trial: {
    readonly succeeded: string
    readonly succeededText: string
    readonly failed: string
    readonly failedText: string
    readonly reasons: {
      readonly cancelled: string
      readonly unavailable: string
      readonly fault: string
      readonly refused: string
    }
  }
  readonly federation: {
    readonly or: string
    readonly with: (values: { readonly provider: Value }) => string
    readonly more: string
    readonly leaving: (values: { readonly provider: Value }) => string
    readonly leavingText: string
    readonly failed: {
      readonly cancelled: (values: { readonly provider: Value }) => string
      readonly unavailable: (values: { readonly provider: Value }) => string
      readonly not_fresh: (values: { readonly provider: Value }) => string
      readonly gone: string
      readonly not_allowed: string
      readonly domain_not_allowed: (values: { readonly provider: Value }) => string
      readonly not_invited: string
      readonly address_in_use: string
      readonly sign_ups_paused: string
    }
    readonly signOut: {
      readonly still: (values: { readonly provider: Value }) => string
      readonly too: (values: { readonly provider: Value }) => string
    }
    readonly claim: {
      readonly title: string
      readonly text: (values: { readonly provider: Value }) => string
      readonly password: string
      readonly wrong: string
      readonly confirm: string
      readonly send: string
      readonly other: string
    }
  }
}

/** Returns the texts of a locale. */
export const pagesTextsOf = messagesIn<PagesTexts>({
  ar,
  de,
  en,
  es,
  fr,
  ja,
  'pt-BR': ptBR,
  ru,
  'zh-CN': zhCN,
})
