import * as z from 'zod'
import { ListedUser } from './user.ts'

const { id, email, name, status, verified, hasSignInMethod } = ListedUser.shape

export const GroupMember = z.strictObject({
  id,
  email,
  userName: z.string().nullable(),
  name,
  status,
  verified,
  hasSignInMethod,
})
