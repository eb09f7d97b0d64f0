// Written by src/print.ts from messages/.
export interface EntryTexts {
  readonly text: string
  readonly signIn: string
  readonly newInstance: (link: string) => string
  readonly setUp: string
  readonly back: string
  readonly expired: string
  readonly expiredText: string
  readonly refused: string
  readonly refusedText: string
  readonly setUpText: string
  readonly enterEmail: string
  readonly email: string
  readonly password: string
  readonly passwordHint: (length: string) => string
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
  readonly choosePassword: string
  readonly invited: string
  readonly accept: string
  readonly charactersMissing: (count: number) => string
  readonly incompleteText: string
  readonly incomplete: string
  readonly setUpNext: string
  readonly created: string
  readonly signingIn: (email: string) => string
}
