import * as z from 'zod'
import { Pkce } from '../resources/client.ts'
import { TokenProfile } from '../resources/protected-resource.ts'
import { applicationKinds } from './applications.ts'
import { stackNotes } from './stack-notes.ts'

const text = z.string().min(1)
const path = z.string().regex(/^(\/|$)/)
const noteKeys = Object.keys(stackNotes) as (keyof typeof stackNotes)[]

export const ecosystems = ['npm', 'pip', 'go', 'maven', 'cargo', 'dotnet', 'composer', 'server'] as const

/** Options that the library needs and that are not the defaults of a new application. */
const options = z.strictObject({
  pkce: Pkce.optional(),
  idTokenClaims: z.boolean().optional(),
})

/** Content of `stack.json` of an example project. */
export const Stack = z.strictObject({
  title: text,
  language: text,
  ecosystem: z.enum(ecosystems),
  library: text.describe('Name of the package whose version is reported.'),
  kind: z.enum([...applicationKinds, 'api']).describe('api: checks access tokens and has no application.'),
  redirectPath: path.optional(),
  isRedirectFixed: z.boolean().default(false).describe('True if the library determines the redirect path.'),
  signOutPath: path.optional().describe('Path to which users return after the sign-out.'),
  startPath: path.default('').describe('Path at which a user begins.'),
  shows: z.enum(['name', 'email']).default('name').describe('Claim of the user that the example page shows.'),
  scope: z.string().default('openid profile email'),
  options: options.default({}),
  tokenProfile: TokenProfile.default('rfc9068').describe('Profile of the tokens that an API accepts.'),
  nameFrom: z.enum(['idToken', 'userInfo']).optional().describe('Source of the name of the user.'),
  install: text,
  run: text.describe('Command that starts the example.'),
  files: z.array(text).min(1).describe('Files that the console shows.'),
  notes: z.array(z.enum(noteKeys)).max(3),
})
export type Stack = z.infer<typeof Stack>

/** A snippet shows them in place of environment variables. The secret is never one. */
export const stackValues = [
  'ISSUER',
  'CLIENT_ID',
  'REDIRECT_URI',
  'POST_LOGOUT_URI',
  'ORIGIN',
  'SCOPE',
  /** Separated by commas. */
  'SCOPES',
  'AUDIENCE',
] as const

export type StackValues = Readonly<Record<(typeof stackValues)[number] | 'REDIRECT_PATH', string>>

/** A value is `{{NAME}}`. */
export interface PrintedStack extends Omit<Stack, 'ecosystem' | 'files' | 'library' | 'startPath' | 'shows'> {
  readonly name: string
  readonly files: readonly { readonly path: string; readonly code: string }[]
}
