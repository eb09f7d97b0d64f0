// Written by src/print.ts from messages/.
export interface HomeTexts {
  readonly title: string
  readonly text: string
  readonly attention: string
  readonly nothing: string
  readonly nothingText: string
  readonly hold: string
  readonly holdTitle: (name: string, project: string) => string
  readonly holdText: (count: number) => string
  readonly begin: string
  readonly newest: string
  readonly look: string
  readonly approval: string
  readonly approvalText: (agent: string) => string
  readonly decide: string
  readonly fault: string
  readonly faultText: (count: number, at: string) => string
  readonly mail: string
  readonly mailTitle: string
  readonly mailText: string
  readonly secondFactor: string
  readonly secondFactorTitle: (email: string) => string
  readonly secondFactorText: string
  readonly addPasskey: string
  readonly configure: string
  readonly key: string
  readonly keyTitle: (algorithm: string) => string
  readonly projectKeyTitle: (project: string, algorithm: string) => string
  readonly projectKeyText: string
  readonly keyText: string
  readonly toKeys: string
  readonly invitation: string
  readonly invitationFailed: (email: string) => string
  readonly invitationEnds: (email: string) => string
  readonly toTeam: string
  readonly limit: string
  readonly projectsLimit: (count: string, max: string) => string
  readonly teamsLimit: (count: string, max: string) => string
  readonly limitText: string
  readonly movers: string
  readonly rose: string
  readonly fell: string
  readonly moved: (from: string, to: string) => string
  readonly agent: string
  readonly agentTitle: (name: string) => string
  readonly agentText: (by: string) => string
  readonly ofProject: (name: string, project: string) => string
  readonly provisioning: {
    readonly credential_expired: (at: string) => string
    readonly credential_expires: (at: string) => string
    readonly provider_unavailable: (at: string) => string
    readonly secret_expired: (at: string) => string
    readonly secret_expires: (at: string) => string
  }
}
