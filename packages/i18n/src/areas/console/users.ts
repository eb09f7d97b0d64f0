// Written by src/print.ts from messages/.
export interface UsersTexts {
  readonly new: string
  readonly text: (project: string) => string
  readonly newText: (project: string) => string
  readonly create: string
  readonly created: (email: string) => string
  readonly invitationSent: string
  readonly invitationFailed: string
  readonly email: string
  readonly enterEmail: string
  readonly firstSignIn: string
  readonly firstSignInPassword: string
  readonly firstSignInPasswordText: string
  readonly firstSignInInvitation: string
  readonly firstSignInInvitationText: (days: string) => string
  readonly password: string
  readonly passwordHint: (length: string) => string
  readonly makeUp: string
  readonly passwordOnce: string
  readonly search: string
  readonly searchPlaceholder: string
  readonly noMatch: string
  readonly noMatchText: string
  readonly noMatchInRead: string
  readonly first: string
  readonly firstText: string
  readonly status: string
  readonly statuses: {
    readonly active: string
    readonly deactivated: string
    readonly locked: string
  }
  readonly address: string
  readonly verified: string
  readonly unverified: string
  readonly noMethod: string
  readonly secondFactor: string
  readonly authenticator: string
  readonly enrolled: string
  readonly lastActive: string
  readonly groups: string
  readonly managed: string
  readonly managedRefusal: string
  readonly access: string
  readonly account: string
  readonly userId: string
  readonly username: string
  readonly passwordSet: string
  readonly profileCard: string
  readonly profileText: string
  readonly profileSave: string
  readonly profileSaved: string
  readonly profile: {
    readonly givenName: string
    readonly familyName: string
    readonly displayName: string
    readonly name: string
    readonly nickname: string
    readonly title: string
    readonly organization: string
    readonly phone: string
    readonly language: string
    readonly timeZone: string
  }
  readonly messages: {
    readonly invitation: string
    readonly passkey: string
    readonly verification: string
  }
  readonly messageStates: {
    readonly waiting: string
    readonly sent: string
    readonly failed: string
  }
  readonly messageReasons: {
    readonly refused: string
    readonly unconfirmed: string
    readonly expired: string
  }
  readonly obstacles: {
    readonly project_scheduled_for_deletion: string
    readonly locked: string
    readonly deactivated: string
    readonly deactivated_by_directory: string
    readonly wrong_passwords_in_a_row: string
    readonly throttled: string
    readonly unverified: string
    readonly password_sign_in_off: string
    readonly no_password: string
  }
  readonly failureCauses: {
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
  readonly failuresInARow: (count: number) => string
  readonly setPassword: string
  readonly setPasswordFor: (email: string) => string
  readonly setPasswordText: string
  readonly signOutToo: string
  readonly signOutTooHint: string
  readonly passwordDone: string
  readonly passwordDoneSessions: (count: number) => string
  readonly activate: string
  readonly activated: (email: string) => string
  readonly deactivate: string
  readonly deactivateTitle: (email: string) => string
  readonly deactivateText: string
  readonly deactivated: (email: string) => string
  readonly isLocked: string
  readonly projectScheduled: string
  readonly isDeactivated: string
  readonly lock: string
  readonly lockInstead: string
  readonly lockText: string
  readonly lockFigures: (count: number) => string
  readonly lockTitle: (email: string) => string
  readonly lockReason: string
  readonly lockReasonHint: string
  readonly locked: (email: string) => string
  readonly somebodyGone: string
  readonly unlock: string
  readonly unlocked: (email: string) => string
  readonly invite: string
  readonly inviteText: string
  readonly invitePasskey: string
  readonly invitePasskeyText: string
  readonly hasAuthenticator: string
  readonly sentTo: (email: string) => string
  readonly sendVerification: string
  readonly sendVerificationText: string
  readonly markVerified: string
  readonly markVerifiedText: string
  readonly markedVerified: string
  readonly isVerified: string
  readonly changeEmail: string
  readonly changeEmailText: string
  readonly newEmail: string
  readonly emailChanged: (email: string) => string
  readonly clearTotp: string
  readonly clearTotpText: string
  readonly clearTotpTitle: (email: string) => string
  readonly totpCleared: string
  readonly noMail: string
  readonly passkeys: string
  readonly passkeySynced: string
  readonly passkeyOnDevice: string
  readonly passkeyElsewhere: string
  readonly passkeyFormer: (date: string) => string
  readonly removePasskey: string
  readonly removePasskeyTitle: (name: string) => string
  readonly removePasskeyText: string
  readonly passkeyRemoved: (name: string) => string
  readonly recoveryCodes: string
  readonly recoveryCodesLeft: (left: string) => string
  readonly recoveryCodesText: string
  readonly removeRecoveryCodes: string
  readonly removeRecoveryCodesText: string
  readonly removeRecoveryCodesTitle: (email: string) => string
  readonly recoveryCodesRemoved: string
  readonly signOut: string
  readonly signOutText: string
  readonly signOutTitle: (email: string) => string
  readonly signedOut: (count: number) => string
  readonly sessions: string
  readonly sessionsText: string
  readonly sessionsNone: string
  readonly noApplication: string
  readonly signedInAt: string
  readonly lastToken: string
  readonly offline: string
  readonly applicationSignOut: string
  readonly applicationSignOutTitle: (name: string) => string
  readonly applicationSignOutText: string
  readonly applicationSignedOut: (name: string) => string
  readonly identities: string
  readonly unlink: string
  readonly unlinkTitle: (name: string) => string
  readonly unlinked: (name: string) => string
  readonly adoptAddress: string
  readonly adoptAddressTitle: (name: string) => string
  readonly otherAddress: (address: string) => string
  readonly addressAdopted: (address: string) => string
  readonly lastUsed: (at: string) => string
  readonly neverUsed: string
  readonly refusedAt: (at: string, why: string) => string
  readonly claims: string
  readonly claimsText: string
  readonly claimsHint: string
  readonly claimsSave: string
  readonly claimsSaved: string
  readonly assign: string
  readonly assignDo: string
  readonly assignText: string
  readonly assignTitle: (email: string) => string
  readonly connection: string
  readonly userNameThere: string
  readonly externalId: string
  readonly assigned: string
  readonly noConnection: string
  readonly deleteTitle: (email: string) => string
  readonly deleteLabel: string
  readonly deleteText: string
  readonly deleteFigures: (applications: number, groups: number) => string
  readonly deleteCard: string
  readonly deleted: (email: string) => string
  readonly exportData: string
  readonly exportDataText: string
  readonly dataExported: (email: string) => string
  readonly erase: string
  readonly eraseDo: string
  readonly eraseText: string
  readonly eraseTitle: (email: string) => string
  readonly erased: (email: string) => string
  readonly transfer: {
    readonly text: (name: string) => string
    readonly importTitle: string
    readonly importText: string
    readonly file: string
    readonly invalidFile: (line: string) => string
    readonly emptyFile: string
    readonly check: string
    readonly checking: (done: string, all: string) => string
    readonly importing: (done: string, all: string) => string
    readonly checked: (created: string, skipped: string, refused: string) => string
    readonly imported: (created: string, skipped: string, refused: string) => string
    readonly run: (count: number) => string
    readonly report: string
    readonly refused: string
    readonly reason: string
    readonly user: string
    readonly more: (count: string) => string
    readonly interrupted: string
    readonly exportTitle: string
    readonly exportText: string
    readonly withHashes: string
    readonly withHashesText: string
    readonly recipient: string
    readonly recipientHint: string
    readonly export: string
    readonly exported: string
    readonly fresh: string
    readonly link: string
    readonly hook: {
      readonly title: string
      readonly text: string
      readonly url: string
      readonly urlHint: string
      readonly enterUrl: string
      readonly set: string
      readonly question: string
      readonly saved: string
      readonly remove: string
      readonly removeQuestion: string
      readonly removeText: string
      readonly removed: string
      readonly test: string
      readonly ready: (milliseconds: string) => string
      readonly acceptsAnyone: string
      readonly failed: string
      readonly created: string
      readonly refused: string
      readonly failures: string
      readonly skipped: string
      readonly lastFailure: string
      readonly none: string
      readonly issuer: string
    }
    readonly move: {
      readonly title: string
      readonly text: string
      readonly command: string
      readonly guide: string
      readonly issuer: string
      readonly keysUntil: string
      readonly finished: string
      readonly notFinished: string
      readonly reopen: string
      readonly reopenQuestion: string
      readonly reopenText: string
      readonly reopened: string
      readonly end: string
      readonly endQuestion: string
      readonly endText: string
      readonly ended: string
    }
  }
  readonly bulk: {
    readonly activate: string
    readonly deactivate: string
    readonly signOut: string
    readonly delete: string
  }
  readonly bulkTitle: {
    readonly deactivate: (count: number) => string
    readonly signOut: (count: number) => string
    readonly delete: (count: number) => string
  }
  readonly bulkSignOutText: string
  readonly results: string
  readonly resultTexts: {
    readonly changed: string
    readonly skipped: string
    readonly failed: string
  }
  readonly skipReasons: {
    readonly provisioned: string
    readonly already_active: string
    readonly already_inactive: string
    readonly not_found: string
  }
  readonly state: {
    readonly can: string
    readonly cannot: (cause: string) => string
    readonly until: (time: string, cause: string) => string
    readonly needsPassword: (cause: string) => string
    readonly locked: (who: string) => string
    readonly wrongAt: (count: number, application: string) => string
    readonly toDirectory: string
    readonly toSettings: string
    readonly cannotNow: string
  }
  readonly attempts: {
    readonly title: string
    readonly text: string
    readonly none: string
    readonly result: string
    readonly last: string
    readonly deletedApplication: string
  }
  readonly methods: string
  readonly memberships: string
  readonly inactive: string
  readonly inactiveFor: (days: string) => string
  readonly noMailText: string
  readonly configureMail: string
  readonly lastSignIn: string
  readonly endAccess: string
  readonly endAccessText: string
  readonly removal: string
  readonly removalText: string
  readonly signIn: string
  readonly purposes: {
    readonly signOut: string
    readonly lock: string
    readonly deactivate: string
    readonly clearTotp: string
    readonly changeEmail: string
    readonly invite: string
    readonly invitePasskey: string
    readonly sendVerification: string
    readonly markVerified: string
  }
}
