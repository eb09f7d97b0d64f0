import * as z from 'zod'
import { Count, id, Name } from '../values.ts'

/** Lists the users who could not sign in without it. */
export const SignInSwitch = z.strictObject({
  kind: z.enum(['passwords', 'federation', 'provider']),
  providerId: id('provider').nullable().describe('null for the other kinds.'),
  displayName: Name.nullable().describe('Name of the provider; null for the other kinds.'),
  withoutSignIn: Count.describe('Users who would lose their last sign-in method.'),
  leavesNoMethod: z.boolean().describe('The project would have no sign-in method.'),
  locksOutAdministrators: z.boolean().describe('No super administrator could sign in to the console.'),
})

export const SignInAccess = z.strictObject({
  id: id('project'),
  name: Name,
  users: Count.describe('Active users who are not locked.'),
  canSignIn: Count.describe('Users with a password or a link that a sign-in method accepts.'),
  hasMethod: z.boolean().describe('The project has a sign-in method.'),
  switches: z.array(SignInSwitch),
})
export type SignInAccess = z.input<typeof SignInAccess>

/** The administrators are the users. */
export const ConsoleSignInAccess = SignInAccess.extend({
  superAdministrators: Count.describe('Super administrators who can sign in.'),
})
