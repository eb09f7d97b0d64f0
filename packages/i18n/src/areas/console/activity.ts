// Written by src/print.ts from messages/.
export interface ActivityTexts {
  readonly text: string
  readonly month: string
  readonly none: string
  readonly noneText: string
  readonly perDay: string
  readonly perMonth: string
  readonly projects: string
  readonly teams: string
  readonly teamsText: string
  readonly users: string
  readonly deleted: string
  readonly contacts: string
  readonly inMonth: (month: string) => string
  readonly before: string
  readonly yearBefore: string
  readonly change: string
  readonly more: (percent: string) => string
  readonly fewer: (percent: string) => string
  readonly better: (change: string) => string
  readonly worse: (change: string) => string
  readonly same: string
  readonly unknown: string
  readonly soFar: string
  readonly noDays: string
  readonly quietProjects: (count: number) => string
  readonly quietTeams: (count: number) => string
  readonly nobody: string
  readonly export: string
  readonly exportProjects: string
  readonly exportTeams: string
  readonly exportDays: string
  readonly monthSoFar: (month: string) => string
  readonly fourWeeksBefore: string
  readonly previousMonth: string
  readonly nextMonth: string
}
