// Written by src/print.ts from messages/.
export interface ShellTexts {
  readonly appearance: string
  readonly themes: {
    readonly system: string
    readonly light: string
    readonly dark: string
  }
  readonly language: string
  readonly account: string
  readonly session: string
  readonly superAdministrator: string
  readonly administrator: string
  readonly verify: string
  readonly verifySent: (email: string) => string
  readonly signOut: string
  readonly activeTeam: string
  readonly noTeam: string
  readonly chooseTeam: string
  readonly projectsBelongTo: string
  readonly projectsBelongNow: (team: string) => string
  readonly theTeam: string
  readonly teamKinds: {
    readonly regular: string
    readonly personal: string
    readonly system: string
  }
  readonly teamRoles: {
    readonly owner: string
    readonly member: string
    readonly support: string
    readonly viewer: string
  }
  readonly goTo: string
  readonly palette: string
  readonly palettePlaceholder: string
  readonly commands: string
  readonly pages: string
  readonly inProject: (project: string) => string
  readonly operations: string
  readonly switchProject: string
  readonly searchProjects: string
  readonly noProject: string
  readonly sessionEnded: string
  readonly sessionEndedText: string
  readonly signInAgain: string
  readonly problem: string
  readonly cannotShow: string
  readonly notFound: string
  readonly nothingHere: string
  readonly nothingHereText: string
  readonly recent: string
  readonly keys: {
    readonly title: string
    readonly on: string
    readonly onHint: string
    readonly search: string
    readonly help: string
    readonly rows: string
    readonly edit: string
    readonly close: string
    readonly goTo: string
  }
  readonly keyHints: {
    readonly select: string
    readonly open: string
    readonly close: string
  }
}
