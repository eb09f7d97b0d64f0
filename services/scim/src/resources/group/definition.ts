import { groupSchema } from '../../schemas/group.ts'
import { defineResource } from '../define-resource.ts'

export const groupDefinition = defineResource({
  name: 'Group',
  endpoint: '/Groups',
  description: 'Groups of accounts of the project.',
  schema: groupSchema,
  extensions: [],
})
