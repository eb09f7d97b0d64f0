import * as z from 'zod'
import { canFlags } from '../access.ts'
import { humanName } from '../human-text.ts'
import { labelAnswer } from '../labels.ts'
import { limits } from '../limits.ts'
import { AnyJson, Count, Deletion, id, Name, Timestamp } from '../values.ts'
import { Color } from './client.ts'
import { ProjectClaims } from './declared-claim.ts'
import { MailLanguage } from './message-delivery.ts'
import { Plan } from './plan.ts'

export const AddressForm = z.enum(['root', 'path', 'subdomain', 'host', 'unaddressed'])
/** `host` is requested by a host name. */
export const RequestedAddressForm = z.enum(['path', 'subdomain'])
export const PasskeyRule = z.enum(['off', 'allowed', 'preferred', 'required'])
export const PasskeyUserVerification = z.enum(['required', 'preferred'])
export const PasskeyAuthenticators = z
  .array(z.guid())
  .max(limits.passkeyAuthenticators)
  .describe('AAGUIDs of permitted authenticators; empty for any.')
export const VerificationMethod = z.enum(['link', 'code'])

export const Slug = z
  .string()
  .max(limits.slugCharacters)
  .regex(
    /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
    'lowercase letters, digits and hyphens, alphanumeric at both ends',
  )
export const Host = z.string().min(1).max(limits.hostCharacters)
export const DisplayName = z.string().min(1).max(limits.displayNameCharacters)
export const NewDisplayName = humanName(limits.displayNameCharacters)

export const ProjectCan = z.strictObject(
  Object.fromEntries(canFlags.map((flag) => [flag, z.boolean()])) as Record<
    (typeof canFlags)[number],
    z.ZodBoolean
  >,
)

/** Reasons of the false `can` flags; null when a member does not affect the caller. */
export const ProjectBlockers = z.strictObject({
  addressable: z.boolean().nullable(),
  dependents: Count.nullable().describe('Applications, providers and connections of the project.'),
  accounts: Count.nullable().describe('Accounts of the project.'),
})

export const Project = z.strictObject({
  id: id('project'),
  name: Name,
  displayName: DisplayName.nullable(),
  primaryColor: Color.nullable().describe('Color of the messages of the project, #rrggbb.'),
  language: MailLanguage.nullable().describe('Of messages to users whose language is unknown.'),
  slug: z.string().nullable(),
  host: z.string().nullable(),
  addressForm: AddressForm,
  passwordLogin: z.boolean(),
  registrationOpen: z.boolean(),
  emailVerificationRequired: z.boolean(),
  verificationMethod: VerificationMethod,
  totpRequired: z.boolean(),
  passkeys: PasskeyRule,
  passkeyUserVerification: PasskeyUserVerification,
  passkeyAuthenticators: PasskeyAuthenticators,
  declaredClaims: ProjectClaims,
  teamId: id('team'),
  reserved: z.literal('administrators').optional(),
  issuer: z.string().nullable(),
  discoveryUrl: z.string().nullable(),
  applications: Count,
  apis: Count,
  hostReached: z.boolean(),
  held: z.boolean(),
  deletion: Deletion.optional(),
  plan: Plan.omit({ projects: true, labels: true, managedByTool: true })
    .nullable()
    .describe('null for a System project and for a project without a plan.'),
  createdAt: Timestamp,
  ...labelAnswer,
  can: ProjectCan,
  blockers: ProjectBlockers,
})
export type Project = z.input<typeof Project>

export const SignInExpect = z.strictObject({
  withoutEnabledLink: Count.optional(),
  unverified: Count.optional(),
  passwordWithoutAuthenticator: Count.optional(),
  passkeyOnly: Count.optional().describe('Users whose only sign-in method is a passkey.'),
  passwordWithoutPasskey: Count.optional().describe('Users with a password and no passkey.'),
  passkeysNotListed: Count.optional().describe(
    'Passkeys of authenticators that are not listed; they remain valid.',
  ),
  applications: Count.optional(),
})

export const Change = z.strictObject({ field: z.string(), from: AnyJson, to: AnyJson })

/** `expect` is repeated to confirm the change. */
export const SignInPreview = z.strictObject({
  consequences: z.array(z.string()),
  expect: SignInExpect,
  changes: z.array(Change),
})

export const AddressExpect = z.strictObject({
  applications: Count,
  connections: Count,
  providers: Count,
  resources: Count,
  passkeys: Count.optional().describe(
    'Passkeys that stop working or continue for a limited time; absent when the host stays.',
  ),
  formerProjects: Count.optional().describe('1 when a destroyed project had the address; otherwise absent.'),
})

export const AddressPreview = z.strictObject({
  consequences: z.array(z.string()),
  applications: z.array(z.strictObject({ clientId: id('client'), clientName: z.string() })),
  connections: z.array(z.strictObject({ id: id('connection'), displayName: z.string() })),
  providers: z.array(
    z.strictObject({ id: id('provider'), displayName: z.string(), newCallback: z.string() }),
  ),
  resources: z.array(z.strictObject({ identifier: z.string(), name: z.string() })),
  issuers: z.strictObject({ from: z.string().nullable(), to: z.string() }),
  formerProject: z
    .strictObject({ name: z.string(), lastOwner: z.string().nullable(), destroyedAt: Timestamp })
    .optional()
    .describe('The destroyed project that had the address: relying parties may still trust its issuer.'),
  expect: AddressExpect,
})

export const OwnerPreview = z.strictObject({
  consequences: z.array(z.string()),
  from: z.strictObject({ id: id('team'), name: z.string() }),
  to: z.strictObject({ id: id('team'), name: z.string() }),
  applications: Count,
  apis: Count,
})

export const AuthenticatorModel = z.strictObject({
  aaguid: z.string(),
  name: z.string(),
  isCompromised: z.boolean().describe('The metadata reports a revocation or compromised keys.'),
})
