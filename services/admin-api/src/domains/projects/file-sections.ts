import { type LabelledKind, ProjectDocument, type ProjectFileSection } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { usesCertificate } from '@signet/federation'
import type * as z from 'zod'
import type { AnyContext } from '../../implement.ts'
import { type Entry, entryOf } from '../../projects/file-entry.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { listClients } from '../clients/client-store.ts'
import { toClient } from '../clients/to-client.ts'
import { readConnections } from '../directories/connection-store.ts'
import { readGroups } from '../groups/group-store.ts'
import { type ProviderRecord, readProviders } from '../providers/provider-store.ts'
import { readResources } from '../resources/resource-store.ts'
import { labelEntries, withStoredLabels } from './file-labels.ts'
import { type SectionObjects, withoutNull, withUniqueNames } from './file-objects.ts'
import { callOf } from './file-operations.ts'
import { withoutStoredSecrets } from './file-stored-secrets.ts'
import { readProjectLogo } from './logo.ts'
import { readMailTexts } from './mail-texts.ts'
import { readHookUrl } from './migration-hook.ts'

const projectFields = Object.keys(ProjectDocument.shape.project.def.innerType.shape)

/** Omits null. */
export async function readSettings(
  executor: Executor,
  context: AnyContext,
  project: ProjectRow,
): Promise<Entry> {
  const stored = {
    ...project,
    plan: project.plan?.id,
    logo: await readProjectLogo(executor, project.id),
    migrationHook: await readHookUrl(executor, project.id),
  }
  const labels = await labelEntries(executor, context, { kind: 'project', projectId: project.id })
  return { ...entryOf(stored, projectFields), ...labels.get(project.id) }
}

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

/** Omits the default protocol, and values that follow from the metadata or certificate. */
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

function mailOf(name: string): Entry {
  const [kind, language] = name.split('/')
  return { kind, language }
}

/** Null for objects without labels. */
const kinds: Readonly<Record<ProjectFileSection, LabelledKind | null>> = {
  groups: 'group',
  apis: 'api',
  providers: 'provider',
  directories: 'connection',
  applications: 'application',
  mails: null,
}

export type Sections = Readonly<Record<ProjectFileSection, SectionObjects>>

export function sectionsOf(projectId: string): Sections {
  const sections = Object.entries(sectionsWithoutLabels(projectId)).map(([name, section]) => {
    const kind = kinds[name as ProjectFileSection]
    return [name, kind ? withStoredLabels(projectId, kind, section) : section]
  })
  return Object.fromEntries(sections) as Sections
}

function sectionsWithoutLabels(projectId: string): Sections {
  const call = callOf(projectId)
  return {
    groups: {
      createOnly: [],
      read: async (executor) =>
        (await readGroups(executor, projectId))
          .filter(({ connection }) => connection === null)
          .map(({ id, displayName }) => ({ id, name: displayName, sharedName: null, entry: {} })),
      create: (displayName, entry) => call('project_group_create', { displayName, ...withoutNull(entry) }),
      update: ({ id }, entry) => call('project_group_update', { groupId: id, ...entry }),
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
