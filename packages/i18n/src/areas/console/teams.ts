// Written by src/print.ts from messages/.
export interface TeamsTexts {
  readonly title: string
  readonly text: string
  readonly new: string
  readonly newText: string
  readonly created: (name: string) => string
  readonly search: string
  readonly kind: string
  readonly members: string
  readonly projects: string
  readonly none: string
  readonly role: string
  readonly roleTexts: {
    readonly owner: string
    readonly member: string
    readonly support: string
    readonly viewer: string
  }
  readonly you: string
  readonly inactive: string
  readonly memberCount: (count: number) => string
  readonly projectCount: (count: number) => string
  readonly changeRole: string
  readonly changeRoleText: (email: string) => string
  readonly roleChanged: (email: string) => string
  readonly removeTitle: (email: string) => string
  readonly removeText: string
  readonly removed: (email: string) => string
  readonly addTitle: string
  readonly addText: string
  readonly administrator: string
  readonly findAdministrator: string
  readonly added: string
  readonly invitations: string
  readonly invitationsText: string
  readonly invite: string
  readonly email: string
  readonly invited: (email: string) => string
  readonly noInvitations: string
  readonly invitedBy: string
  readonly expires: string
  readonly delivery: {
    readonly waiting: string
    readonly sent: string
    readonly failed: string
  }
  readonly revoke: string
  readonly revokeTitle: (email: string) => string
  readonly revokeText: string
  readonly revoked: string
  readonly owns: string
  readonly ownsNothing: string
  readonly rename: string
  readonly renamed: string
  readonly deleteTitle: string
  readonly deleteText: string
  readonly deleteQuestion: (name: string) => string
  readonly deleteConsequence: string
  readonly deleted: (name: string) => string
  readonly refusals: {
    readonly manageMembers: string
    readonly onlyOwner: string
    readonly invite: string
    readonly rename: string
    readonly delete: string
    readonly ownsProjects: (count: number) => string
  }
  readonly team: string
}
