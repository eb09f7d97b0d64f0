// Written by src/print.ts from messages/.
export interface SignInAccessTexts {
  readonly title: string
  readonly text: string
  readonly search: string
  readonly project: string
  readonly canSignIn: string
  readonly counted: (some: string, all: string) => string
  readonly methods: string
  readonly passwords: string
  readonly federation: string
  readonly noMethod: string
  readonly onlyMethod: string
  readonly locksOut: string
  readonly noUser: string
  readonly users: (count: number) => string
  readonly console: string
  readonly consoleText: (superAdministrators: string, administrators: string) => string
  readonly superAdministrators: (count: number) => string
  readonly consoleClosed: string
  readonly none: string
  readonly noneText: string
}
