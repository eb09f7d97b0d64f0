import { enterpriseUserSchema } from '../../schemas/enterprise-user.ts'
import { userSchema } from '../../schemas/user.ts'
import { defineResource } from '../define-resource.ts'

export const userDefinition = defineResource({
  name: 'User',
  endpoint: '/Users',
  description: 'Accounts of the project.',
  schema: userSchema,
  extensions: [{ schema: enterpriseUserSchema, required: false }],
})
