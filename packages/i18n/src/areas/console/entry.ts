// Written by src/print.ts from messages/.
export interface EntryTexts {
  readonly text: string
  readonly signIn: string
  readonly newInstance: (link: string) => string
  readonly setUp: string
  readonly expired: string
  readonly expiredText: string
  readonly refused: string
  readonly refusedText: string
  readonly setUpText: string
  readonly enterEmail: string
  readonly email: string
  readonly password: string
  readonly passwordHint: string
  readonly createAdministrator: string
  readonly token: string
  readonly tokenHint: string
  readonly isSetUp: string
  readonly isSetUpText: string
  readonly lostAccess: string
  readonly lostAccessText: string
  readonly welcome: (team: string) => string
  readonly invalid: string
  readonly invalidText: string
  readonly join: string
  readonly invited: string
  readonly accept: string
  readonly charactersOf: (count: string, length: string) => string
  readonly incompleteText: string
  readonly hasAccount: string
  readonly incomplete: string
  readonly setUpNext: string
  readonly setUpSteps: {
    readonly administrator: string
    readonly project: string
    readonly application: string
  }
  readonly created: string
  readonly signingIn: (email: string) => string
  readonly joinTeam: (team: string) => string
  readonly invitedBy: (inviter: string, role: string) => string
  readonly newPassword: string
  readonly acceptNext: string
  readonly acceptSignIn: string
  readonly accepted: string
  readonly acceptedText: string
  readonly invitationExpired: string
  readonly invitationExpiredText: string
  readonly withdrawn: string
  readonly withdrawnText: string
  readonly pasteLink: string
  readonly openInvitation: string
  readonly noToken: string
}
