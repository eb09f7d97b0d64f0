import * as z from 'zod'
import { anyone, signedIn, superAdministrator, team } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { limits } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import { pageAnswer, pageFields } from '../paging.ts'
import { AdministratorPassword } from '../resources/administrator.ts'
import { MailLanguage } from '../resources/message-delivery.ts'
import {
  InvitationAttention,
  Membership,
  OpenInvitation,
  Team,
  TeamInvitation,
  TeamRole,
  TeamRow,
} from '../resources/team.ts'
import { OneTimeToken } from '../secret.ts'
import { Count, EmailAddress, id, NewName, Nothing } from '../values.ts'

const one = { teamId: id('team') }
const member = { ...one, userId: id('account') }
const example = { teamId: exampleIds.team }
const memberExample = { ...example, userId: exampleIds.user }

export const team_list = defineOperation({
  tool: 'team_list',
  route: 'GET /teams',
  kind: 'read',
  effects: ['none'],
  title: 'List teams',
  description: 'Lists your teams, or every team for a super administrator, with how many projects each owns.',
  input: z.strictObject(pageFields('a name', ['createdAt', 'name'])),
  answer: z.strictObject({ teams: z.array(TeamRow), ...pageAnswer }),
  access: signedIn,
  errors: [],
  example: {},
})

export const team_get = defineOperation({
  tool: 'team_get',
  route: 'GET /teams/:teamId',
  kind: 'read',
  effects: ['none'],
  title: 'Read a team',
  description: 'Reads a team with its members, its projects, and your rights on it.',
  input: z.strictObject(one),
  answer: Team,
  labels: 'team',
  access: team('viewer'),
  errors: [],
  example,
})

export const team_create = defineOperation({
  tool: 'team_create',
  route: 'POST /teams',
  kind: 'write',
  effects: ['raises'],
  title: 'Create a team',
  description: 'Creates a team with you as its first owner.',
  input: z.strictObject({ name: NewName }),
  answer: Team,
  status: 201,
  labels: 'team',
  access: signedIn,
  audit: { action: 'team.create', target: 'Team' },
  errors: ['plan_limit'],
  example: { name: 'Acme' },
})

export const team_update = defineOperation({
  tool: 'team_update',
  route: 'PATCH /teams/:teamId',
  kind: 'write',
  effects: ['none'],
  title: 'Rename a team',
  description: 'Renames a team.',
  input: z.strictObject({ ...one, name: NewName.optional() }),
  answer: Team,
  labels: 'team',
  access: team('owner'),
  audit: { action: 'team.update', target: 'Team' },
  errors: ['system_team'],
  example: { ...example, name: 'Acme Platform' },
})

export const team_delete = defineOperation({
  tool: 'team_delete',
  route: 'DELETE /teams/:teamId',
  kind: 'console_only',
  effects: ['destroys', 'raises'],
  title: 'Delete a team',
  description: 'Deletes a team that owns no projects.',
  input: z.strictObject(one),
  answer: Nothing,
  access: team('owner'),
  audit: { action: 'team.delete', target: 'Team' },
  errors: ['personal_team', 'system_team', 'team_owns_projects'],
  example,
})

export const team_member_add = defineOperation({
  tool: 'team_member_add',
  route: 'POST /teams/:teamId/members',
  kind: 'write',
  effects: ['raises'],
  title: 'Add an administrator to a team',
  description: 'Adds an existing administrator to a team without an invitation.',
  input: z.strictObject({ ...one, userId: id('account'), role: TeamRole }),
  answer: Team,
  access: superAdministrator,
  audit: { action: 'team.member.add', target: 'Team' },
  errors: ['already_member', 'personal_team', 'plan_limit', 'system_team'],
  example: { ...memberExample, role: 'member' },
})

export const team_member_update = defineOperation({
  tool: 'team_member_update',
  route: 'PATCH /teams/:teamId/members/:userId',
  kind: 'write',
  effects: ['raises'],
  title: "Change a member's role",
  description: 'Changes the role of a member.',
  input: z.strictObject({ ...member, role: TeamRole }),
  answer: Team,
  access: team('owner'),
  audit: { action: 'team.member.update', target: 'Team' },
  errors: ['last_owner', 'personal_team', 'plan_limit', 'system_team'],
  example: { ...memberExample, role: 'owner' },
})

export const team_member_remove = defineOperation({
  tool: 'team_member_remove',
  route: 'DELETE /teams/:teamId/members/:userId',
  kind: 'high_consequence',
  effects: ['raises', 'locks-out'],
  title: 'Remove a member from a team',
  description: 'Removes a member from a team.',
  consequence: 'The administrator loses access to every project of the team immediately.',
  input: z.strictObject(member),
  answer: Team,
  access: team('owner'),
  audit: { action: 'team.member.remove', target: 'Team' },
  errors: ['last_owner', 'personal_team', 'system_team'],
  example: memberExample,
})

export const team_invitation_list = defineOperation({
  tool: 'team_invitation_list',
  route: 'GET /teams/:teamId/invitations',
  kind: 'read',
  effects: ['none'],
  title: 'List team invitations',
  description: 'Lists the pending invitations of a team, never their tokens.',
  input: z.strictObject({ ...one, ...pageFields('an e-mail address', ['createdAt', 'email', 'expiresAt']) }),
  answer: z.strictObject({ invitations: z.array(TeamInvitation), ...pageAnswer }),
  access: team('owner'),
  errors: [],
  example,
})

export const team_invitation_attention_list = defineOperation({
  tool: 'team_invitation_attention_list',
  isBeyondSpecification: true,
  route: 'GET /invitation-attention',
  kind: 'console_only',
  effects: ['none'],
  title: 'List invitations that need attention',
  description: 'Lists pending invitations of teams you own that were not delivered or expire within a day.',
  input: z.strictObject({}),
  answer: z.strictObject({
    invitations: z
      .array(InvitationAttention)
      .max(limits.invitationAttention)
      .describe('Failed ones first, then by expiry.'),
    total: Count,
  }),
  access: signedIn,
  audit: null,
  errors: [],
  example: {},
})

export const team_invite = defineOperation({
  tool: 'team_invite',
  route: 'POST /teams/:teamId/invitations',
  kind: 'write',
  effects: ['lets-in', 'raises'],
  title: 'Invite to a team',
  description:
    'Mails an invitation to a team; an address without an administrator account gets one by accepting.',
  input: z.strictObject({ ...one, email: EmailAddress, role: TeamRole, language: MailLanguage.optional() }),
  answer: TeamInvitation,
  status: 201,
  access: team('owner'),
  audit: { action: 'invitation.create', target: 'Team' },
  errors: [
    'already_member',
    'invitation_limit',
    'mail_not_configured',
    'mail_refused',
    'personal_team',
    'sent_recently',
    'system_team',
  ],
  example: { ...example, email: 'grace@acme.example', role: 'member' },
})

export const team_invitation_revoke = defineOperation({
  tool: 'team_invitation_revoke',
  route: 'DELETE /teams/:teamId/invitations/:inviteId',
  kind: 'write',
  effects: ['locks-out'],
  title: 'Revoke a team invitation',
  description: 'Withdraws a pending invitation; its link stops working.',
  input: z.strictObject({ ...one, inviteId: id('invitation') }),
  answer: Nothing,
  access: team('owner'),
  audit: { action: 'invitation.revoke', target: 'Team' },
  errors: [],
  example: { ...example, inviteId: exampleIds.invitation },
})

export const invitation_get = defineOperation({
  tool: 'invitation_get',
  isBeyondSpecification: true,
  route: 'POST /invitations/read',
  kind: 'console_only',
  effects: ['none'],
  title: 'Read a team invitation',
  description: 'Reads a pending invitation with the token of its message, before it is accepted.',
  input: z.strictObject({ token: OneTimeToken }),
  answer: OpenInvitation,
  access: anyone,
  audit: null,
  errors: ['administrator_inactive', 'invitation_invalid'],
  example: { token: 'one-time-token-of-the-message' },
})

export const invitation_accept = defineOperation({
  tool: 'invitation_accept',
  route: 'POST /invitations/accept',
  kind: 'console_only',
  effects: ['lets-in', 'raises'],
  title: 'Accept a team invitation',
  description:
    'Joins a team with the token of an invitation message, choosing a password when the account needs one.',
  input: z.strictObject({ token: OneTimeToken, password: AdministratorPassword.optional() }),
  answer: z.strictObject({ email: EmailAddress, team: Membership }),
  access: anyone,
  audit: { action: 'invitation.accept', target: 'Team' },
  errors: [
    'administrator_inactive',
    'invitation_invalid',
    'password_required',
    'personal_team',
    'plan_limit',
  ],
  example: { token: 'one-time-token-of-the-message', password: 'correct horse battery staple' },
})
