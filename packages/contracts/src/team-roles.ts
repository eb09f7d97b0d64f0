/**
 * Roles of a membership, the lowest first. Each role has the rights of the lower ones: a viewer reads; support also resets
 * and removes credentials of users, unlocks them and ends their sessions; a member changes projects; an owner also changes
 * the team.
 */
export const teamRoles = ['viewer', 'support', 'member', 'owner'] as const
export type MemberRole = (typeof teamRoles)[number]

/** Returns whether a role has the rights of another. */
export const reaches = (role: MemberRole, least: MemberRole): boolean =>
  teamRoles.indexOf(role) >= teamRoles.indexOf(least)
