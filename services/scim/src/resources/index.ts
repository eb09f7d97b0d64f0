import { enterpriseUserSchema } from '../schemas/enterprise-user.ts'
import { groupSchema } from '../schemas/group.ts'
import { userSchema } from '../schemas/user.ts'
import { defineResource } from './define-resource.ts'

const users = defineResource({
  name: 'User',
  endpoint: '/Users',
  description: 'Accounts of the project.',
  schema: userSchema,
  extensions: [{ schema: enterpriseUserSchema, required: false }],
})

const groups = defineResource({
  name: 'Group',
  endpoint: '/Groups',
  description: 'Groups of accounts of the project.',
  schema: groupSchema,
  extensions: [],
})

export const resources = [users, groups] as const
