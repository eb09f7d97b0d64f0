import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import {
  CatalogueEntry,
  LinkedIdentity,
  OpenIdConnectGuide,
  Provider,
  ProviderPreview,
  ProviderTry,
  ProviderTryResult,
  providerConfirmField,
  providerConfirmFields,
  providerCreateFields,
  providerFieldEffects,
  providerUpdateFields,
  SamlGuide,
} from '../resources/provider.ts'
import { User } from '../resources/user.ts'
import { id, Nothing } from '../values.ts'

const inProject = { projectId: id('project') }
const one = { ...inProject, providerId: id('provider') }
const example = { projectId: exampleIds.project, providerId: exampleIds.provider }

export const federation_provider_list = defineOperation({
  tool: 'federation_provider_list',
  route: 'GET /projects/:projectId/federation',
  kind: 'read',
  effects: ['none'],
  title: 'List identity providers',
  description:
    'Lists the identity providers of a project in the order of their buttons, never their secrets.',
  input: z.strictObject(inProject),
  answer: z.strictObject({ providers: z.array(Provider) }),
  access: project('read'),
  errors: [],
  example: { projectId: exampleIds.project },
})

export const federation_provider_get = defineOperation({
  tool: 'federation_provider_get',
  route: 'GET /projects/:projectId/federation/:providerId',
  kind: 'read',
  effects: ['none'],
  title: 'Read an identity provider',
  description: 'Reads one identity provider with its callback address, warnings and linked users.',
  input: z.strictObject(one),
  answer: Provider,
  labels: 'provider',
  access: project('read'),
  errors: [],
  example,
})

export const federation_catalogue_list = defineOperation({
  tool: 'federation_catalogue_list',
  route: 'GET /projects/:projectId/federation/catalogue',
  kind: 'read',
  effects: ['none'],
  title: 'List recognised identity providers',
  description:
    'Lists the providers this server recognises, each with the steps to connect it and the exact callback address.',
  input: z.strictObject(inProject),
  answer: z.strictObject({
    catalogue: z.array(CatalogueEntry),
    openIdConnect: OpenIdConnectGuide,
    saml: SamlGuide,
  }),
  access: project('read'),
  errors: [],
  example: { projectId: exampleIds.project },
})

export const federation_provider_create = defineOperation({
  tool: 'federation_provider_create',
  route: 'POST /projects/:projectId/federation',
  kind: 'write',
  effects: {
    always: ['lets-in'],
    byField: {
      ...providerFieldEffects,
      enabled: ['lets-in'],
      catalogueId: ['lets-in'],
      protocol: ['lets-in'],
      id: ['none'],
    },
  },
  title: 'Create an identity provider',
  description: 'Adds an identity provider to a project; a recognised one by its catalogueId.',
  input: z.strictObject({ ...inProject, ...providerCreateFields }),
  answer: Provider,
  status: 201,
  preview: ProviderPreview,
  labels: 'provider',
  access: project('edit'),
  audit: { action: 'federation.provider.create', target: 'Project' },
  errors: ['already_exists', 'invalid_value', 'plan_limit', 'provider_incomplete'],
  example: {
    projectId: exampleIds.project,
    catalogueId: 'google',
    id: exampleIds.provider,
    clientId: '1234.apps.example',
    clientSecret: 'secret-of-the-provider',
  },
})

export const federation_provider_update = defineOperation({
  tool: 'federation_provider_update',
  route: 'PATCH /projects/:projectId/federation/:providerId',
  kind: 'write',
  effects: { byField: providerFieldEffects },
  title: 'Change an identity provider',
  description:
    'Changes the fields given of an identity provider; new credentials of the only one wait for a trial.',
  input: z.strictObject({ ...one, ...providerUpdateFields }),
  answer: Provider,
  preview: ProviderPreview,
  labels: 'provider',
  access: project('edit'),
  audit: { action: 'federation.provider.update', target: 'Project' },
  errors: [
    'administrators_locked_out',
    'already_exists',
    'invalid_value',
    'password_login_required',
    'provider_bound',
    'provider_incomplete',
  ],
  example: { ...example, enabled: false },
})

export const federation_provider_certificate_renew = defineOperation({
  tool: 'federation_provider_certificate_renew',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'POST /projects/:projectId/federation/:providerId/certificate',
  kind: 'write',
  effects: ['lets-in'],
  title: 'Renew the certificate of an identity provider',
  description:
    'Generates another client certificate for an identity provider. The former one is presented while the provider refuses the new one.',
  input: z.strictObject({ ...one, ...providerConfirmField }),
  answer: Provider,
  preview: ProviderPreview,
  labels: 'provider',
  access: project('edit'),
  audit: { action: 'federation.provider.update', target: 'Project' },
  errors: ['invalid_value'],
  example,
})

export const federation_provider_move = defineOperation({
  tool: 'federation_provider_move',
  route: 'POST /projects/:projectId/federation/:providerId/move',
  kind: 'write',
  effects: ['none'],
  title: 'Move an identity provider',
  description: 'Moves the button of an identity provider one place up or down on the sign-in page.',
  input: z.strictObject({ ...one, direction: z.enum(['up', 'down']), ...providerConfirmField }),
  answer: z.strictObject({ providers: z.array(Provider) }),
  preview: ProviderPreview,
  access: project('edit'),
  audit: { action: 'federation.provider.move', target: 'Project' },
  errors: ['provider_at_end'],
  example: { ...example, direction: 'up' },
})

export const federation_provider_delete = defineOperation({
  tool: 'federation_provider_delete',
  route: 'DELETE /projects/:projectId/federation/:providerId',
  kind: 'high_consequence',
  effects: ['destroys', 'locks-out'],
  title: 'Delete an identity provider',
  description: 'Removes an identity provider with the links of users to it; their accounts survive.',
  consequence: 'Users who signed in only through this provider lose their sign-in method.',
  fieldsIn: 'body',
  input: z.strictObject({ ...one, ...providerConfirmFields }),
  answer: Nothing,
  preview: ProviderPreview,
  access: project('edit'),
  audit: { action: 'federation.provider.delete', target: 'Project' },
  errors: ['administrators_locked_out', 'password_login_required', 'provider_bound'],
  example,
})

export const federation_provider_try = defineOperation({
  tool: 'federation_provider_try',
  route: 'POST /projects/:projectId/federation/:providerId/try',
  kind: 'console_only',
  effects: ['none'],
  title: 'Try an identity provider',
  description:
    'Starts a trial sign-in through an identity provider that opens no session; a pending change of its credentials takes effect when it succeeds.',
  input: z.strictObject(one),
  answer: ProviderTry,
  access: project('edit'),
  audit: { action: 'federation.provider.try', target: 'Project' },
  errors: ['federation_off', 'provider_incomplete'],
  example,
})

export const federation_provider_try_get = defineOperation({
  tool: 'federation_provider_try_get',
  route: 'GET /projects/:projectId/federation/:providerId/try/:tryRef',
  kind: 'console_only',
  effects: ['none'],
  title: 'Read the result of a trial sign-in',
  description: 'Reads how a trial sign-in went: the claims that came back, or the problem.',
  input: z.strictObject({ ...one, tryRef: z.string().min(1).max(128).describe('Reference of the trial.') }),
  answer: ProviderTryResult,
  access: project('edit'),
  audit: null,
  errors: [],
  example: { ...example, tryRef: 'try-reference' },
})

const ofUser = { ...inProject, userId: id('account') }
const userExample = { projectId: exampleIds.project, userId: exampleIds.user }

export const federation_identity_list = defineOperation({
  tool: 'federation_identity_list',
  route: 'GET /projects/:projectId/users/:userId/identities',
  kind: 'read',
  effects: ['none'],
  title: "List a user's linked identities",
  description: 'Lists the identities at upstream providers that are linked to an account.',
  input: z.strictObject(ofUser),
  answer: z.strictObject({ identities: z.array(LinkedIdentity) }),
  access: project('read'),
  errors: [],
  example: userExample,
})

export const federation_identity_delete = defineOperation({
  tool: 'federation_identity_delete',
  route: 'DELETE /projects/:projectId/users/:userId/identities/:providerId',
  kind: 'high_consequence',
  effects: ['locks-out'],
  title: 'Unlink an identity',
  description: 'Removes the link between an account and its identity at one provider; the account survives.',
  consequence: 'The user cannot sign in through this provider until it is linked again.',
  input: z.strictObject({ ...ofUser, providerId: id('provider') }),
  answer: Nothing,
  access: project('manageUsers'),
  audit: { action: 'federation.identity.delete', target: 'EndUser' },
  errors: ['administrators_locked_out'],
  example: { ...userExample, providerId: exampleIds.provider },
})

const AddressChange = z.strictObject({
  from: z.string().nullable().describe('The present address; null without one.'),
  to: z.string().describe('The address at the provider.'),
  verified: z.boolean().describe('Whether the new address counts as verified.'),
})

export const federation_identity_address_adopt = defineOperation({
  tool: 'federation_identity_address_adopt',
  isBeyondSpecification: true,
  route: 'POST /projects/:projectId/users/:userId/identities/:providerId/address',
  kind: 'console_only',
  effects: ['lets-in'],
  title: 'Adopt the address at a provider',
  description:
    'Changes the e-mail address of a user to the one at a linked provider, after a preview. A verified former address gets a notice.',
  input: z.strictObject({
    ...ofUser,
    providerId: id('provider'),
    confirm: z.boolean().optional(),
    expect: AddressChange.optional(),
  }),
  answer: User,
  preview: z.strictObject({ consequences: z.array(z.string()), expect: AddressChange }),
  labels: 'user',
  access: project('manageUsers'),
  audit: { action: 'enduser.email.change', target: 'EndUser' },
  errors: ['email_taken', 'invalid_value', 'own_email_locked', 'user_managed'],
  example: { ...userExample, providerId: exampleIds.provider },
})
