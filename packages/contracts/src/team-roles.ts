/**
 * The lowest first; each role has the rights of the lower ones. A viewer reads; support also resets and removes credentials of users,
 * unlocks them and ends their sessions; a member changes projects; an owner also changes the team.
 */
export const teamRoles = ['viewer', 'support', 'member', 'owner'] as const
export type MemberRole = (typeof teamRoles)[number]

const ranks: Readonly<Record<MemberRole, number>> = { viewer: 0, support: 1, member: 2, owner: 3 }

export const reaches = (role: MemberRole, least: MemberRole): boolean => ranks[role] >= ranks[least]
