import { operations } from '@signet/contracts'
import type { AnyWrite } from '../../implement.ts'
import { withLabels } from '../../labels/labelled.ts'
import type { ContainedCall } from '../../pipeline/contained.ts'
import type { Entry } from '../../projects/file-entry.ts'
import { client_create } from '../clients/create.ts'
import { client_delete } from '../clients/delete.ts'
import { client_import } from '../clients/import.ts'
import { client_update } from '../clients/update.ts'
import {
  provisioning_connection_create,
  provisioning_connection_delete,
  provisioning_connection_update,
} from '../directories/changes.ts'
import { project_group_create } from '../groups/create.ts'
import { project_group_delete, project_group_update } from '../groups/update.ts'
import { project_plan_set } from '../plans/set.ts'
import { federation_provider_create } from '../providers/create.ts'
import { federation_provider_delete } from '../providers/delete.ts'
import { federation_provider_update } from '../providers/update.ts'
import { resource_declare } from '../resources/declare.ts'
import { resource_delete, resource_update } from '../resources/update.ts'
import { project_logo_set } from './logo.ts'
import { project_mail_text_reset, project_mail_text_set } from './mail-texts.ts'
import { project_migration_hook_set } from './migration-hook.ts'
import { project_update } from './update.ts'

const handlersOfDomains = {
  client_create,
  client_delete,
  client_import,
  client_update,
  federation_provider_create,
  federation_provider_delete,
  federation_provider_update,
  project_group_create,
  project_group_delete,
  project_group_update,
  project_logo_set,
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
export type ContainedName = keyof typeof handlersOfDomains

const handlers = withLabels(operations, handlersOfDomains)

export const containedNames = Object.keys(handlers) as ContainedName[]

export const callOf =
  (projectId: string) =>
  (name: ContainedName, input: Entry): ContainedCall => ({
    operation: operations[name],
    handler: handlers[name] as AnyWrite,
    input: { projectId, ...input },
  })

export function settingCalls(
  projectId: string,
  { plan, logo, migrationHook, ...entry }: Entry,
): ContainedCall[] {
  const call = callOf(projectId)
  return [
    ...(plan === undefined ? [] : [call('project_plan_set', { planId: plan })]),
    ...(Object.keys(entry).length === 0 ? [] : [call('project_update', entry)]),
    ...(logo === undefined ? [] : [call('project_logo_set', { logo })]),
    ...(migrationHook === undefined ? [] : [call('project_migration_hook_set', { url: migrationHook })]),
  ]
}
