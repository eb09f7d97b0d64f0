// Written by src/print.ts from messages/.
export interface HomeTexts {
  readonly title: string
  readonly attention: string
  readonly nothing: string
  readonly nothingText: string
  readonly holdText: (count: number) => string
  readonly begin: string
  readonly look: string
  readonly approvalText: (agent: string) => string
  readonly decide: string
  readonly mailTitle: string
  readonly mailText: string
  readonly secondFactorTitle: (email: string) => string
  readonly secondFactorText: string
  readonly addPasskey: string
  readonly configure: string
  readonly keyTitle: (algorithm: string) => string
  readonly projectKeyText: string
  readonly keyText: string
  readonly toKeys: string
  readonly invitationFailed: (email: string) => string
  readonly invitationEnds: (email: string) => string
  readonly toTeam: string
  readonly projectsLimit: (count: string, max: string) => string
  readonly teamsLimit: (count: string, max: string) => string
  readonly limitText: string
  readonly movers: string
  readonly rose: string
  readonly fell: string
  readonly moved: (from: string, to: string) => string
  readonly agentTitle: (name: string) => string
  readonly agentText: (by: string) => string
  readonly problemOf: (problem: string, name: string) => string
  readonly problems: {
    readonly credential_expired: string
    readonly credential_expires: string
    readonly credential_missing: string
    readonly not_arrived: string
    readonly directory_silent: string
    readonly provider_unavailable: string
    readonly secret_expired: string
    readonly secret_expires: string
    readonly held: string
  }
  readonly provisioning: {
    readonly credential_expired: string
    readonly credential_expires: string
    readonly provider_unavailable: string
    readonly secret_expired: string
    readonly secret_expires: string
    readonly directory_silent: (days: string) => string
    readonly credential_missing: string
  }
  readonly groups: {
    readonly approvals: (count: number) => string
    readonly holds: (count: number) => string
    readonly directories: (count: number) => string
    readonly silent: (count: number) => string
    readonly providers: (count: number) => string
    readonly keys: (count: number) => string
    readonly instanceKeys: (count: number) => string
    readonly agents: (count: number) => string
    readonly secondFactor: (count: number) => string
    readonly faults: (count: number) => string
    readonly invitations: (count: number) => string
    readonly limits: (count: number) => string
  }
  readonly more: (count: number) => string
  readonly review: string
  readonly actions: {
    readonly requests: string
    readonly secret: string
    readonly provider: string
  }
  readonly occurrences: (count: number) => string
  readonly ages: {
    readonly held: (at: string) => string
    readonly tried: (at: string) => string
    readonly seen: (at: string) => string
    readonly sent: (at: string) => string
    readonly ready: (at: string) => string
    readonly refused: (at: string) => string
    readonly expired: (at: string) => string
    readonly expires: (at: string) => string
    readonly failing: (at: string) => string
    readonly lastRequest: (at: string) => string
    readonly created: (at: string) => string
    readonly failed: (at: string) => string
  }
  readonly webhookTitle: string
  readonly webhookText: (count: number) => string
  readonly signIns: string
  readonly failed: string
  readonly succeeded: string
  readonly shared: string
  readonly idle: (count: number) => string
}
