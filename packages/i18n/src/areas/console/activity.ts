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
}
