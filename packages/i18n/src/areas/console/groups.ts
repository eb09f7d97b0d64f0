// Written by src/print.ts from messages/.
export interface GroupsTexts {
  readonly new: string
  readonly text: string
  readonly first: string
  readonly firstText: string
  readonly search: string
  readonly searchPlaceholder: string
  readonly members: string
  readonly managedBy: string
  readonly administrators: string
  readonly name: string
  readonly nameHint: string
  readonly create: string
  readonly created: (name: string) => string
  readonly rename: string
  readonly renameText: string
  readonly renamed: string
  readonly managedRefusal: string
  readonly addMember: string
  readonly addMemberText: string
  readonly searchPeople: string
  readonly added: (count: number) => string
  readonly addCount: (count: number) => string
  readonly searchMembers: string
  readonly noMember: string
  readonly noMemberMatch: string
  readonly removed: (email: string) => string
  readonly assign: string
  readonly assignText: string
  readonly assigned: string
  readonly deleteCard: string
  readonly deleteText: string
  readonly deleteTitle: (name: string) => string
  readonly deleteLabel: string
  readonly deleted: (name: string) => string
}
