import { groupDefinition } from '../resources/group/definition.ts'
import { userDefinition } from '../resources/user/definition.ts'

export const resources = [userDefinition, groupDefinition] as const
