import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { limits } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import { pageAnswer, pageFields } from '../paging.ts'
import { Group, GroupAssignExpect, NewGroupName } from '../resources/group.ts'
import { GroupMember } from '../resources/group-member.ts'
import { Count, id, Nothing, uniqueIds } from '../values.ts'

const inProject = { projectId: id('project') }
const one = { ...inProject, groupId: id('group') }
const example = { projectId: exampleIds.project, groupId: exampleIds.group }

export const project_group_list = defineOperation({
  tool: 'project_group_list',
  route: 'GET /projects/:projectId/groups',
  kind: 'read',
  effects: ['none'],
  title: 'List groups',
  description: 'Lists the groups of a project with how many members each has and which directory manages it.',
  input: z.strictObject({ ...inProject, ...pageFields('a name', ['displayName', 'createdAt']) }),
  answer: z.strictObject({ groups: z.array(Group), ...pageAnswer }),
  access: project('read'),
  errors: [],
  example: { projectId: exampleIds.project },
})

export const project_group_get = defineOperation({
  tool: 'project_group_get',
  route: 'GET /projects/:projectId/groups/:groupId',
  kind: 'read',
  effects: ['none'],
  title: 'Read a group',
  description: 'Reads one group with its external id, owning connection and number of members.',
  input: z.strictObject(one),
  answer: Group,
  labels: 'group',
  access: project('read'),
  errors: [],
  example,
})

export const project_group_member_list = defineOperation({
  tool: 'project_group_member_list',
  route: 'GET /projects/:projectId/groups/:groupId/members',
  kind: 'read',
  effects: ['none'],
  title: 'List members of a group',
  description:
    'Lists members of a group, a page of up to 1,000 at a time, found by the start of e-mail or user name.',
  input: z.strictObject({
    ...one,
    startIndex: z.int().min(1).max(999_999_999).default(1).describe('1-based.'),
    count: z.int().min(1).max(limits.groupMemberPage).default(limits.groupMemberPage),
    q: z.string().min(1).max(limits.userPage.queryCharacters).optional(),
  }),
  answer: z.strictObject({ members: z.array(GroupMember), totalResults: Count }),
  access: project('read'),
  errors: [],
  example: { ...example, count: 100 },
})

export const project_group_create = defineOperation({
  tool: 'project_group_create',
  route: 'POST /projects/:projectId/groups',
  kind: 'write',
  effects: ['raises'],
  title: 'Create a group',
  description: 'Creates a group; applications receive its name in the groups claim.',
  input: z.strictObject({ ...inProject, displayName: NewGroupName }),
  answer: Group,
  status: 201,
  labels: 'group',
  access: project('edit'),
  audit: { action: 'group.create', target: 'Group' },
  errors: ['already_exists'],
  example: { projectId: exampleIds.project, displayName: 'engineering' },
})

export const project_group_update = defineOperation({
  tool: 'project_group_update',
  route: 'PATCH /projects/:projectId/groups/:groupId',
  kind: 'write',
  effects: ['raises'],
  title: 'Rename a group',
  description: 'Renames a group; members carry the new name in their next token.',
  input: z.strictObject({ ...one, displayName: NewGroupName.optional() }),
  answer: Group,
  labels: 'group',
  access: project('edit'),
  audit: { action: 'group.update', target: 'Group' },
  errors: ['already_exists', 'group_managed'],
  example: { ...example, displayName: 'platform' },
})

export const project_group_member_add = defineOperation({
  tool: 'project_group_member_add',
  route: 'POST /projects/:projectId/groups/:groupId/members',
  kind: 'write',
  effects: ['raises'],
  title: 'Add members to a group',
  description: 'Adds up to 1,000 users to a group; those who are members already stay as they are.',
  input: z.strictObject({
    ...one,
    userIds: uniqueIds(limits.groupMembersPerAdd),
  }),
  answer: z.strictObject({ added: Count, members: Count }),
  access: project('manageUsers'),
  audit: { action: 'group.member.add', target: 'Group' },
  errors: ['group_managed'],
  example: { ...example, userIds: [exampleIds.user] },
})

export const project_group_member_remove = defineOperation({
  tool: 'project_group_member_remove',
  route: 'DELETE /projects/:projectId/groups/:groupId/members/:userId',
  kind: 'write',
  effects: ['raises'],
  title: 'Remove a member from a group',
  description: 'Removes a user from a group; sessions and tokens are untouched.',
  input: z.strictObject({ ...one, userId: id('account') }),
  answer: Nothing,
  access: project('manageUsers'),
  audit: { action: 'group.member.remove', target: 'Group' },
  errors: ['group_managed'],
  example: { ...example, userId: exampleIds.user },
})

export const project_group_delete = defineOperation({
  tool: 'project_group_delete',
  route: 'DELETE /projects/:projectId/groups/:groupId',
  kind: 'high_consequence',
  effects: ['destroys', 'raises'],
  title: 'Delete a group',
  description: 'Deletes a group with its memberships; the users stay.',
  consequence: 'Members lose the rights that applications grant to this group.',
  input: z.strictObject(one),
  answer: Nothing,
  access: project('edit'),
  audit: { action: 'group.delete', target: 'Group' },
  errors: ['group_managed'],
  example,
})

export const project_group_assign_connection = defineOperation({
  tool: 'project_group_assign_connection',
  route: 'POST /projects/:projectId/groups/:groupId/connection',
  kind: 'high_consequence',
  effects: ['lets-in', 'raises'],
  title: 'Hand a group to a directory',
  description:
    'Assigns a group to a provisioning connection, which manages it from then on; first returns the members that prevent it.',
  consequence: 'Only the directory can change the group afterwards.',
  input: z.strictObject({
    ...one,
    connectionId: id('connection'),
    confirm: z.boolean().optional(),
    expect: GroupAssignExpect.optional(),
  }),
  answer: Group,
  preview: z.strictObject({
    consequences: z.array(z.string()),
    expect: GroupAssignExpect,
    blockers: z
      .array(z.strictObject({ id: id('account'), email: z.string() }))
      .max(limits.groupAssignBlockers)
      .describe('Members the connection does not manage.'),
  }),
  previewStatus: 409,
  labels: 'group',
  access: project('edit'),
  audit: { action: 'group.connection.assign', target: 'Group' },
  errors: ['group_has_foreign_members', 'group_managed'],
  example: { ...example, connectionId: exampleIds.connection },
})
