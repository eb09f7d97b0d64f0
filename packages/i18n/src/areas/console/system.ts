// Written by src/print.ts from messages/.
export interface SystemTexts {
  readonly title: string
  readonly text: string
  readonly settings: string
  readonly mail: string
  readonly errorReport: string
  readonly plans: string
  readonly keys: string
  readonly search: string
  readonly none: string
  readonly onlyChanged: string
  readonly groups: {
    readonly protocol: string
    readonly tokens: string
    readonly applications: string
    readonly people: string
    readonly devices: string
    readonly projects: string
    readonly directories: string
    readonly agents: string
    readonly limits: string
    readonly faults: string
  }
  readonly switchedOff: (key: string) => string
  readonly saveTitle: (name: string) => string
  readonly change: string
  readonly consequence: string
  readonly toDefault: string
  readonly applied: string
  readonly pending: string
  readonly notInForce: string
  readonly notNumber: string
  readonly onePerLine: string
  readonly empty: string
  readonly mailText: string
  readonly mailOff: string
  readonly host: string
  readonly port: string
  readonly secure: string
  readonly secureHint: string
  readonly username: string
  readonly usernameHint: string
  readonly password: string
  readonly passwordHint: string
  readonly fromName: string
  readonly fromEmail: string
  readonly mailSaved: string
  readonly test: string
  readonly tested: (email: string) => string
  readonly testFirst: string
  readonly reportText: string
  readonly reportEnabled: string
  readonly dsn: string
  readonly dsnHint: string
  readonly reportInForce: string
  readonly reportNotInForce: string
  readonly reportWhyNot: string
  readonly reportSaved: string
  readonly plansText: string
  readonly planNew: string
  readonly planId: string
  readonly planIdHint: string
  readonly planDefault: string
  readonly planDefaultHint: string
  readonly planProjects: (count: number) => string
  readonly unlimited: string
  readonly limitHint: string
  readonly features: {
    readonly enterpriseSignIn: string
    readonly customSlug: string
    readonly customDomain: string
  }
  readonly planEdit: string
  readonly planCreated: (name: string) => string
  readonly planChanged: (name: string) => string
  readonly planDeleteTitle: (name: string) => string
  readonly planDeleted: (name: string) => string
  readonly planIsDefault: string
  readonly planInUse: string
  readonly keysText: string
  readonly changedBy: (actor: string, at: string) => string
  readonly history: string
  readonly historyOf: (name: string) => string
  readonly undoTo: (name: string, value: string) => string
  readonly undoTitle: (name: string) => string
  readonly resetTitle: (name: string) => string
  readonly afterRestart: string
  readonly showKeys: string
}
