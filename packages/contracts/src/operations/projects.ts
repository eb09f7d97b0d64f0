import * as z from 'zod'
import { project, signedIn } from '../access.ts'
import type { FieldEffects } from '../effects.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { pageAnswer, pageFields } from '../paging.ts'
import { ProjectSummary } from '../resources/activity.ts'
import { Color } from '../resources/client.ts'
import { ProjectClaims } from '../resources/declared-claim.ts'
import { MailLanguage } from '../resources/message-delivery.ts'
import {
  AuthenticatorModel,
  Host,
  NewDisplayName,
  PasskeyAuthenticators,
  PasskeyRule,
  PasskeyUserVerification,
  Project,
  RequestedAddressForm,
  SignInExpect,
  SignInPreview,
  Slug,
  VerificationMethod,
} from '../resources/project.ts'
import { id, NewName } from '../values.ts'

const signInFields = {
  passwordLogin: z.boolean().optional().describe('Whether users sign in with a password.'),
  registrationOpen: z.boolean().optional().describe('Whether users may register themselves.'),
  emailVerificationRequired: z.boolean().optional(),
  verificationMethod: VerificationMethod.optional(),
  totpRequired: z.boolean().optional().describe('Second factor for password sign-in only.'),
  passkeys: PasskeyRule.optional().describe('preferred: users are invited to add one; required: they must.'),
  passkeyUserVerification: PasskeyUserVerification.optional().describe(
    'User verification (PIN or biometrics).',
  ),
}

/** `teamId` names the team of a new project and grants no right over another project. */
const nameEffects = {
  name: ['none'],
  displayName: ['none'],
  primaryColor: ['none'],
  language: ['none'],
  teamId: ['none'],
} as const satisfies Record<string, FieldEffects>

/** A path or subdomain belongs to the instance; a host makes it an issuer for another domain. */
const addressEffects = {
  slug: ['none'],
  addressForm: ['none'],
  host: ['lets-in'],
} as const satisfies Record<string, FieldEffects>

const signInEffects = {
  passwordLogin: { on: ['lets-in'], off: ['locks-out'] },
  registrationOpen: ['lets-in'],
  emailVerificationRequired: ['lets-in', 'locks-out'],
  verificationMethod: ['lets-in'],
  totpRequired: ['lets-in', 'locks-out'],
  passkeys: ['lets-in', 'locks-out'],
  passkeyUserVerification: ['lets-in', 'locks-out'],
} as const satisfies Record<keyof typeof signInFields, FieldEffects>

export const project_list = defineOperation({
  tool: 'project_list',
  route: 'GET /projects',
  kind: 'read',
  effects: ['none'],
  title: 'List projects',
  description: 'Lists the projects you manage; a super administrator sees every project of the instance.',
  input: z.strictObject({
    ...pageFields('a name, slug or host', ['createdAt', 'name']),
    slug: Slug.optional().describe('Exact slug.'),
  }),
  answer: z.strictObject({ projects: z.array(Project), ...pageAnswer }),
  access: signedIn,
  errors: [],
  example: {},
})

export const project_get = defineOperation({
  tool: 'project_get',
  route: 'GET /projects/:projectId',
  kind: 'read',
  effects: ['none'],
  title: 'Read a project',
  description: 'Reads one project with its address, sign-in settings, and your rights on it.',
  input: z.strictObject({ projectId: id('project') }),
  answer: Project,
  labels: 'project',
  access: project('read'),
  errors: [],
  example: { projectId: exampleIds.project },
})

export const project_summary_get = defineOperation({
  tool: 'project_summary_get',
  route: 'GET /projects/:projectId/summary',
  kind: 'read',
  effects: ['none'],
  title: 'Read a project summary',
  description: 'Counts the accounts, groups, providers, applications and APIs of a project, without names.',
  input: z.strictObject({ projectId: id('project') }),
  answer: ProjectSummary,
  access: project('read'),
  errors: [],
  example: { projectId: exampleIds.project },
})

export const project_authenticator_list = defineOperation({
  tool: 'project_authenticator_list',
  isBeyondSpecification: true,
  route: 'GET /projects/:projectId/authenticators',
  kind: 'console_only',
  effects: ['none'],
  title: 'List known authenticators',
  description: "Lists the models of authenticators in the operator's copy of the FIDO metadata, by name.",
  input: z.strictObject({ projectId: id('project') }),
  answer: z.strictObject({
    metadata: z
      .enum(['absent', 'unusable', 'ready'])
      .describe('unusable: the log of the service has the reason.'),
    nextUpdate: z.string().nullable().describe('Day on which the FIDO Alliance publishes newer metadata.'),
    authenticators: z.array(AuthenticatorModel),
  }),
  access: project('read'),
  audit: null,
  errors: [],
  example: { projectId: exampleIds.project },
})

export const project_create = defineOperation({
  tool: 'project_create',
  route: 'POST /projects',
  kind: 'write',
  effects: { byField: { ...nameEffects, ...addressEffects, ...signInEffects } },
  title: 'Create a project',
  description:
    'Creates a project with its own issuer, signing keys, users and applications, closed to sign-up unless opened.',
  input: z.strictObject({
    name: NewName,
    displayName: NewDisplayName.optional().describe('Shown to users on the consent page.'),
    slug: Slug.optional(),
    host: Host.optional(),
    addressForm: RequestedAddressForm.optional(),
    ...signInFields,
    teamId: id('team').optional().describe('Owning team; without it, your active team.'),
  }),
  answer: Project,
  status: 201,
  labels: 'project',
  access: signedIn,
  audit: { action: 'project.create', target: 'Project' },
  errors: [
    'address_ambiguous',
    'address_form_not_allowed',
    'address_reserved',
    'already_exists',
    'mail_not_configured',
    'password_login_required',
    'plan_limit',
    'team_not_available',
  ],
  example: { name: 'Acme Store', slug: 'acme', addressForm: 'path' },
})

export const project_update = defineOperation({
  tool: 'project_update',
  route: 'PATCH /projects/:projectId',
  kind: 'write',
  effects: {
    byField: {
      ...nameEffects,
      ...signInEffects,
      passkeyAuthenticators: ['lets-in', 'locks-out'],
      declaredClaims: ['lets-in', 'raises'],
    },
  },
  title: 'Change a project',
  description:
    "Changes a project's names and sign-in settings; tightening sign-in is previewed first and confirmed with the counts it answered.",
  input: z.strictObject({
    projectId: id('project'),
    name: NewName.optional(),
    displayName: NewDisplayName.nullable().optional(),
    primaryColor: Color.nullable().optional().describe('Color of the messages of the project.'),
    language: MailLanguage.nullable().optional().describe('Of messages to users whose language is unknown.'),
    ...signInFields,
    passkeyAuthenticators: PasskeyAuthenticators.optional(),
    declaredClaims: ProjectClaims.optional(),
    confirm: z.boolean().optional(),
    expect: SignInExpect.optional(),
  }),
  answer: Project,
  preview: SignInPreview,
  labels: 'project',
  access: project('editSettings'),
  audit: { action: 'project.update', target: 'Project' },
  errors: [
    'administrators_locked_out',
    'administrators_sign_up_unverified',
    'authenticator_metadata_missing',
    'mail_not_configured',
    'own_address_unverified',
    'password_login_required',
  ],
  example: { projectId: exampleIds.project, displayName: 'Acme' },
})
