import * as z from 'zod'
import { effects } from '../effects.ts'
import { labelInput } from '../labels.ts'
import { clientImportFields, clientUpdateFields } from '../resources/client.ts'
import { NewGroupName } from '../resources/group.ts'
import { MailTextName, mailTextFields } from '../resources/mail-text.ts'
import { PlanId } from '../resources/plan.ts'
import { Change } from '../resources/project.ts'
import { ResourceIdentifier } from '../resources/protected-resource.ts'
import { ProviderId, providerCreateFields, providerUpdateFields } from '../resources/provider.ts'
import { isSecret } from '../secret.ts'
import { FreeObject, NewName } from '../values.ts'
import { provisioning_connection_create, provisioning_connection_update } from './directories.ts'
import { project_update } from './projects.ts'
import { project_logo_set } from './projects-logo.ts'
import { project_migration_hook_set } from './projects-migration-hook.ts'
import { resource_declare, resource_update } from './resources.ts'

/** Written in this order. */
export const projectFileSections = [
  'groups',
  'apis',
  'providers',
  'directories',
  'applications',
  'mails',
] as const
export type ProjectFileSection = (typeof projectFileSections)[number]

type Shape = Readonly<Record<string, z.ZodType>>

type SecretField = (schema: z.ZodType) => z.ZodType

const preventDestroy = z
  .boolean()
  .optional()
  .describe('true: no project file deletes the object until a file sets false.')

/** Searches below `optional` and `nullable`. */
function containsSecret(schema: z.ZodType): boolean {
  const { innerType } = schema.def as { innerType?: z.ZodType }
  return isSecret(schema) || (innerType !== undefined && containsSecret(innerType))
}

const omit = (shape: Shape, ...names: readonly string[]): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => !names.includes(name)))

const withSecrets = (shape: Shape, secretField: SecretField): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      containsSecret(schema) ? secretField(schema) : schema,
    ]),
  )

const objects = (key: z.ZodType<string, string>, fields: Shape) =>
  z.record(key, z.strictObject({ ...fields, preventDestroy })).optional()

/**
 * Fields of the operations that the file carries out. A field that only a creation accepts is part of the file; a change of it is
 * refused.
 */
const fields = (secretField: SecretField) => ({
  version: z.literal(1).describe('Version of the form of this file.'),
  project: z
    .strictObject<Shape>({
      ...omit(project_update.input.shape, 'projectId', 'confirm', 'expect'),
      logo: project_logo_set.input.shape.logo.optional(),
      migrationHook: project_migration_hook_set.input.shape.url.optional(),
      plan: PlanId.optional().describe('Plan of the project, which only super administrators set.'),
    })
    .optional()
    .describe('Names, appearance, logo, sign-in rules, migration hook and plan.'),
  groups: objects(NewGroupName, labelInput).describe(
    'Groups by name, without those that a directory manages.',
  ),
  apis: objects(ResourceIdentifier, {
    ...omit(resource_update.input.shape, 'projectId', 'resourceId'),
    trailingSlashSignificant: resource_declare.input.shape.trailingSlashSignificant,
  }).describe('APIs by identifier.'),
  providers: objects(ProviderId, {
    catalogueId: providerCreateFields.catalogueId,
    protocol: providerCreateFields.protocol,
    ...labelInput,
    ...withSecrets(omit(providerUpdateFields, 'confirm', 'expect', 'pendingChange', 'metadata'), secretField),
  }).describe('Identity providers by id.'),
  directories: objects(NewName, {
    providerId: provisioning_connection_create.input.shape.providerId.optional(),
    ...omit(
      provisioning_connection_update.input.shape,
      'projectId',
      'connectionId',
      'displayName',
      'enabled',
    ),
  }).describe('Directories by name, without their credentials, users and state.'),
  applications: objects(NewName, {
    ...omit(clientUpdateFields, 'clientName'),
    ...labelInput,
    clientId: clientImportFields.clientId.optional(),
    clientSecret: secretField(
      clientImportFields.clientSecret.describe(
        'Secret of another system, for an application that the file creates with a clientId.',
      ),
    ),
  }).describe('Applications by name, without those that registered themselves.'),
  mails: objects(MailTextName, {
    subject: mailTextFields.subject.optional(),
    intro: mailTextFields.intro.optional(),
    button: mailTextFields.button.optional(),
  }).describe('Edited mails by kind and language, such as reset/de.'),
})

/** The sent form: secrets are values. */
export const ProjectFile = z.strictObject(fields((schema) => schema))
export type ProjectFile = z.output<typeof ProjectFile>

/** The command line reads the secret when it sends the file. */
export const SecretReference = z
  .strictObject({
    secretFrom: z.string().regex(/^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/, 'must be env:NAME or file:PATH'),
  })
  .describe('env:NAME or file:PATH: where the command line reads the secret.')

/** The form in version control: secrets are references. */
export const ProjectDocument = z.strictObject(fields(() => SecretReference.nullable().optional()))

export const PlannedChange = z.strictObject({
  operation: z.string().describe('The operation that makes the change.'),
  subject: z.string().describe('The section and the name, such as applications/Web shop.'),
  action: z.enum(['create', 'update', 'delete']),
  changes: z.array(Change).describe('Fields with their old and new values, secrets without values.'),
  effects: z.array(z.enum(effects)).describe('Effects of the change on sign-in, rights and secrets.'),
  consequence: z.string(),
  consequences: z.array(z.string()).describe('Counted consequences of a change that needs a confirmation.'),
  expect: FreeObject.describe('The counts that the plan confirms.'),
})
export type PlannedChange = z.input<typeof PlannedChange>

/** The changes in their order, and the digest with which they are applied. */
export const ProjectPlan = z.strictObject({
  changes: z.array(PlannedChange),
  digest: z
    .string()
    .describe('Digest of the file, the state and the changes; pass it to project_file_apply.'),
})
export type ProjectPlan = z.input<typeof ProjectPlan>
