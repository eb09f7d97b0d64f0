import { groupDefinition } from './group/definition.ts'
import { userDefinition } from './user/definition.ts'

export const resources = [userDefinition, groupDefinition] as const
