// Written by src/print.ts from messages/.
export interface AdministratorsTexts {
  readonly title: string
  readonly text: string
  readonly one: string
  readonly new: string
  readonly newText: string
  readonly search: string
  readonly none: string
  readonly email: string
  readonly password: string
  readonly passwordHint: (count: number) => string
  readonly created: (email: string) => string
  readonly superAdministrator: string
  readonly active: string
  readonly inactive: string
  readonly unverified: string
  readonly verified: string
  readonly authenticator: string
  readonly address: string
  readonly secondFactor: string
  readonly signsInWith: string
  readonly teams: string
  readonly role: string
  readonly ready: string
  readonly readyText: (count: number) => string
  readonly readyNobody: string
  readonly passwordsOff: string
  readonly cannot: (count: number) => string
  readonly changeEmail: string
  readonly emailChanged: string
  readonly emailConsequence: string
  readonly actions: string
  readonly purposes: {
    readonly rights: string
    readonly signOut: string
    readonly clear: string
    readonly grant: string
    readonly withdraw: string
    readonly deactivate: string
    readonly activate: string
  }
  readonly grant: string
  readonly grantText: string
  readonly grantTitle: (email: string) => string
  readonly granted: (email: string) => string
  readonly withdraw: string
  readonly withdrawText: string
  readonly withdrawTitle: (email: string) => string
  readonly withdrawn: (email: string) => string
  readonly signOut: string
  readonly signOutText: string
  readonly signOutTitle: (email: string) => string
  readonly signedOut: (email: string) => string
  readonly clear: string
  readonly clearText: string
  readonly clearTitle: (email: string) => string
  readonly cleared: string
  readonly deactivate: string
  readonly deactivateText: string
  readonly deactivateTitle: (email: string) => string
  readonly deactivated: (email: string) => string
  readonly activate: string
  readonly activateText: string
  readonly activated: (email: string) => string
  readonly refusals: {
    readonly own: string
    readonly onlySuper: string
    readonly inactive: string
  }
  readonly enterEmail: string
}
