// Written by src/print.ts from messages/.
export interface CommonTexts {
  readonly cancel: string
  readonly close: string
  readonly save: string
  readonly delete: string
  readonly create: string
  readonly edit: string
  readonly add: string
  readonly remove: string
  readonly retry: string
  readonly nextAttempt: (when: string) => string
  readonly loading: string
  readonly copy: string
  readonly copied: string
  readonly more: string
  readonly copyWhat: (what: string) => string
  readonly optional: string
  readonly search: string
  readonly clearSearch: string
  readonly clearFilters: string
  readonly nothingMatches: string
  readonly any: string
  readonly asTable: string
  readonly all: string
  readonly none: string
  readonly never: string
  readonly yes: string
  readonly no: string
  readonly on: string
  readonly off: string
  readonly unknown: string
  readonly name: string
  readonly id: string
  readonly state: string
  readonly created: string
  readonly changed: string
  readonly overview: string
  readonly timeline: string
  readonly api: string
  readonly actions: string
  readonly showPassword: string
  readonly hidePassword: string
  readonly previous: string
  readonly next: string
  readonly pages: string
  readonly range: (first: string, last: string, total: string) => string
  readonly addLine: (what: string) => string
  readonly removeLine: (index: string, what: string) => string
  readonly dismiss: string
  readonly leaveTitle: string
  readonly leaveText: string
  readonly leave: string
  readonly stay: string
  readonly clientId: string
  readonly clientSecret: string
  readonly environment: string
  readonly byDefault: string
  readonly inForce: string
  readonly messageLanguage: string
  readonly messageLanguageDefault: string
  readonly undo: string
  readonly undone: string
  readonly sections: string
  readonly section: string
  readonly noFigures: string
  readonly show: string
  readonly showAll: string
  readonly general: string
}
