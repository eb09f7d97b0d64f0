import * as z from 'zod'
import { labelAnswer } from '../labels.ts'
import { teamRoles } from '../team-roles.ts'
import { Count, EmailAddress, id, Name, Timestamp } from '../values.ts'
import { MessageDelivery } from './message-delivery.ts'

export const TeamKind = z.enum(['regular', 'personal', 'system'])
export const TeamRole = z.enum(teamRoles)

export const TeamMember = z.strictObject({
  userId: id('account'),
  email: z.string(),
  role: TeamRole,
  active: z.boolean().describe('false: the account is deactivated.'),
})

/** An operation with a false flag is rejected. */
export const TeamCan = z.strictObject({
  manageMembers: z.boolean(),
  invite: z.boolean(),
  addExisting: z.boolean(),
  rename: z.boolean(),
  delete: z.boolean(),
})

export const Membership = z.strictObject({
  id: id('team'),
  name: Name,
  kind: TeamKind,
  role: TeamRole,
})

const fields = {
  id: id('team'),
  name: Name,
  kind: TeamKind,
  members: z.array(TeamMember).describe('Owners first.'),
  can: TeamCan,
  createdAt: Timestamp,
}

export const TeamRow = z.strictObject({ ...fields, owns: z.strictObject({ projects: Count }) })
export const Team = z.strictObject({
  ...fields,
  owns: z.strictObject({ projects: z.array(z.strictObject({ id: id('project'), name: Name })) }),
  ...labelAnswer,
})
export type Team = z.input<typeof Team>

/** The token exists only in the mailed message. */
export const TeamInvitation = z.strictObject({
  delivery: MessageDelivery.optional(),
  id: id('invitation'),
  email: EmailAddress,
  role: TeamRole,
  invitedBy: z.string().nullable().describe('E-mail of the inviting administrator; null when deleted.'),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})

/** Read by the holder of the token. */
export const OpenInvitation = z.strictObject({
  email: EmailAddress,
  teamName: Name,
  role: TeamRole,
  invitedBy: z.string().describe('E-mail of the inviting administrator.'),
  expiresAt: Timestamp,
  choosesPassword: z.boolean().describe('true: the acceptance needs a password.'),
})

/** Reasons of `invitation_invalid`. */
export const invitationEnds = ['accepted', 'expired', 'withdrawn'] as const
export type InvitationEnd = (typeof invitationEnds)[number]

export const InvitationAttention = z.strictObject({
  id: id('invitation'),
  email: EmailAddress,
  teamId: id('team'),
  teamName: z.string(),
  failed: z.boolean().describe('false: it expires within a day.'),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
