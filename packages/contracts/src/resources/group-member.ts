import * as z from 'zod'
import { UserRow } from './user.ts'

const { id, email, name, status, verified } = UserRow.shape

export const GroupMember = z.strictObject({
  id,
  email,
  userName: z.string().nullable(),
  name,
  status,
  verified,
})
