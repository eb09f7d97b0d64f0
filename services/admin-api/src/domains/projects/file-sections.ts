import { operations, ProjectDocument, type ProjectFileSection } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { usesCertificate } from '@signet/federation'
import type * as z from 'zod'
import type { AnyWrite } from '../../implement.ts'
import type { ContainedCall } from '../../pipeline/contained.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { listClients } from '../clients/client-store.ts'
import { client_create, client_delete, client_import, client_update } from '../clients/index.ts'
import { toClient } from '../clients/to-client.ts'
import { readConnections } from '../directories/connection-store.ts'
import {
  provisioning_connection_create,
  provisioning_connection_delete,
  provisioning_connection_update,
} from '../directories/index.ts'
import { readGroups } from '../groups/group-store.ts'
import { project_group_create, project_group_delete } from '../groups/index.ts'
import { project_plan_set } from '../plans/index.ts'
import {
  federation_provider_create,
  federation_provider_delete,
  federation_provider_update,
} from '../providers/index.ts'
import { type ProviderRecord, readProviders } from '../providers/provider-store.ts'
import { resource_declare, resource_delete, resource_update } from '../resources/index.ts'
import { readResources } from '../resources/resource-store.ts'
import { type Entry, entryOf, type SectionObjects, withoutNull, withUniqueNames } from './file-objects.ts'
import { withoutStoredSecrets } from './file-stored-secrets.ts'
import { project_mail_text_reset, project_mail_text_set, readMailTexts } from './mail-texts.ts'
import { project_migration_hook_set, readHookUrl } from './migration-hook.ts'
import { project_update } from './update.ts'

/** Handlers of the operations that a project file can contain. */
const handlers = {
  client_create,
  client_delete,
  client_import,
  client_update,
  federation_provider_create,
  federation_provider_delete,
  federation_provider_update,
  project_group_create,
  project_group_delete,
  project_mail_text_reset,
  project_mail_text_set,
  project_migration_hook_set,
  project_plan_set,
  project_update,
  provisioning_connection_create,
  provisioning_connection_delete,
  provisioning_connection_update,
  resource_declare,
  resource_delete,
  resource_update,
} as const
export type ContainedName = keyof typeof handlers

export const containedNames = Object.keys(handlers) as ContainedName[]

const callOf =
  (projectId: string) =>
  (name: ContainedName, input: Entry): ContainedCall => ({
    operation: operations[name],
    handler: handlers[name] as AnyWrite,
    input: { projectId, ...input },
  })

/** Returns the calls that change settings of a project. */
export function settingCalls(projectId: string, { plan, migrationHook, ...entry }: Entry): ContainedCall[] {
  const call = callOf(projectId)
  return [
    ...(plan === undefined ? [] : [call('project_plan_set', { planId: plan })]),
    ...(Object.keys(entry).length === 0 ? [] : [call('project_update', entry)]),
    ...(migrationHook === undefined ? [] : [call('project_migration_hook_set', { url: migrationHook })]),
  ]
}

/** Settings of a project that a file has. */
const projectFields = Object.keys(ProjectDocument.shape.project.def.innerType.shape)

/** Reads the settings of a project in the form of the file, without those that are null. */
export const readSettings = async (executor: Executor, project: ProjectRow): Promise<Entry> =>
  entryOf(
    { ...project, plan: project.plan?.id, migrationHook: await readHookUrl(executor, project.id) },
    projectFields,
  )

/** Returns the names of the fields of an object in a section. */
function fieldsOf(section: ProjectFileSection): string[] {
  const { innerType } = ProjectDocument.shape[section].def
  const { valueType } = innerType.def as unknown as { valueType: z.ZodObject }
  return Object.keys(valueType.shape)
}

const apiFields = fieldsOf('apis')
const providerFields = fieldsOf('providers')
const directoryFields = fieldsOf('directories')
// A read file has no ids, so that it fits another project.
const applicationFields = fieldsOf('applications').filter((name) => name !== 'clientId')

/** Returns a provider without the protocol that is the default, and without values that follow from its metadata or certificate. */
const inFileForm = (row: ProviderRecord): object =>
  row.protocol === 'saml'
    ? { ...row, clientId: row.clientId || null, secretExpiresOn: null }
    : {
        ...row,
        protocol: null,
        ...(usesCertificate(row.clientAuthentication) ? { secretExpiresOn: null } : {}),
      }

const mailFields = ['subject', 'intro', 'button']
const unedited = { subject: null, intro: null, button: null }

/** Splits the name of a mail in a file. */
function mailOf(name: string): Entry {
  const [kind, language] = name.split('/')
  return { kind, language }
}

export function sectionsOf(projectId: string): Readonly<Record<ProjectFileSection, SectionObjects>> {
  const call = callOf(projectId)
  return {
    groups: {
      createOnly: [],
      read: async (executor) =>
        (await readGroups(executor, projectId))
          .filter(({ connection }) => connection === null)
          .map(({ id, displayName }) => ({ id, name: displayName, sharedName: null, entry: {} })),
      create: (displayName) => call('project_group_create', { displayName }),
      update: () => null,
      remove: ({ id }) => call('project_group_delete', { groupId: id }),
    },
    apis: {
      createOnly: ['trailingSlashSignificant'],
      read: async (executor) =>
        (await readResources(executor, projectId)).map((row) => ({
          id: row.identifier,
          name: row.identifier,
          sharedName: null,
          entry: entryOf(row, apiFields),
        })),
      create: (identifier, entry) => call('resource_declare', { identifier, ...withoutNull(entry) }),
      update: ({ id }, entry) => call('resource_update', { resourceId: id, ...entry }),
      remove: ({ id }) => call('resource_delete', { resourceId: id }),
    },
    providers: {
      createOnly: ['catalogueId', 'protocol'],
      read: async (executor) =>
        (await readProviders(executor, projectId)).map((row) => ({
          id: row.id,
          name: row.id,
          sharedName: null,
          entry: entryOf(inFileForm(row), providerFields),
        })),
      create: (id, entry) => call('federation_provider_create', { id, ...withoutNull(entry) }),
      update: ({ id }, entry) => call('federation_provider_update', { providerId: id, ...entry }),
      remove: ({ id }) => call('federation_provider_delete', { providerId: id }),
      withoutStored: withoutStoredSecrets,
    },
    directories: {
      createOnly: ['providerId'],
      read: async (executor) =>
        withUniqueNames(
          (await readConnections(executor, projectId)).map((row) => ({
            id: row.id,
            name: row.displayName,
            entry: entryOf(row, directoryFields),
          })),
        ),
      create: (displayName, entry) =>
        call('provisioning_connection_create', { displayName, ...withoutNull(entry) }),
      update: ({ id }, entry) => call('provisioning_connection_update', { connectionId: id, ...entry }),
      remove: ({ id }) => call('provisioning_connection_delete', { connectionId: id }),
    },
    applications: {
      createOnly: ['clientId'],
      read: async (_executor, context) =>
        withUniqueNames(
          (await listClients(context, projectId))
            .filter(({ registeredDynamically }) => !registeredDynamically)
            .map((row) => ({
              id: row.id,
              name: row.clientName,
              entry: entryOf(
                toClient(row, () => []),
                applicationFields,
              ),
            })),
        ),
      create: (clientName, entry) =>
        call('clientId' in entry ? 'client_import' : 'client_create', { clientName, ...withoutNull(entry) }),
      update: ({ id }, entry) => call('client_update', { clientId: id, ...entry }),
      remove: ({ id }) => call('client_delete', { clientId: id }),
      // The secret of the file belongs to the creation, so that a later secret of the application stays.
      withoutStored: async (_executor, _context, { id }, { clientSecret: _secret, clientId, ...entry }) =>
        clientId === undefined || clientId === id ? entry : { ...entry, clientId },
    },
    mails: {
      createOnly: [],
      read: async (executor) =>
        (await readMailTexts(executor, projectId)).map((row) => {
          const name = `${row.kind}/${row.language}`
          return { id: name, name, sharedName: null, entry: entryOf(row, mailFields) }
        }),
      create: (name, entry) => call('project_mail_text_set', { ...mailOf(name), ...unedited, ...entry }),
      update: ({ name, entry: stored }, entry) =>
        call('project_mail_text_set', { ...mailOf(name), ...unedited, ...stored, ...entry }),
      remove: ({ name }) => call('project_mail_text_reset', mailOf(name)),
    },
  }
}
