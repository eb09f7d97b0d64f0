import {
  consequenceOf,
  effectsOf,
  FreeObject,
  type PlannedChange,
  placementOf,
  redact,
  secretsOf,
} from '@signet/contracts'
import * as z from 'zod'
import type { ContainedChange } from '../../pipeline/contained.ts'
import type { ProjectRow } from '../../projects/row.ts'
import type { PlannedCall } from './file-calls.ts'

/** Characters of a value in a plan. */
const shownCharacters = 500

const Preview = z.object({ consequences: z.array(z.string()), expect: FreeObject.default({}) })

/** Omits the values of secrets. */
export function describeChange(
  { subject, action }: Pick<PlannedCall, 'subject' | 'action'>,
  change: ContainedChange,
  { reserved }: Pick<ProjectRow, 'reserved'>,
): PlannedChange {
  const { operation, input, preview } = change
  const effects = effectsOf(operation, input, { ofAdministrators: reserved === 'administrators' })
  const { consequences, expect } = preview ? Preview.parse(preview) : { consequences: [], expect: {} }
  return {
    operation: operation.tool,
    subject,
    action,
    changes: action === 'delete' ? [] : action === 'create' ? givenFields(change) : changedFields(change),
    effects: [...effects],
    consequence: consequenceOf(operation, effects),
    consequences,
    expect,
  }
}

function givenFields({ operation, input }: ContainedChange): PlannedChange['changes'] {
  const shown = redact(input, secretsOf(operation).input) as Readonly<Record<string, unknown>>
  return Object.entries(shown)
    .filter(([name, value]) => value !== undefined && !placementOf(operation).params.includes(name))
    .map(([field, value]) => ({ field, from: null, to: shortened(value) }))
}

const Changed = z.object({ from: z.unknown(), to: z.unknown() })

/** The input of these operations has another name for the field of the file than the audit detail. */
const fieldsOfDetail: Readonly<Record<string, string>> = {
  project_migration_hook_set: 'migrationHook',
  project_plan_set: 'plan',
}

/** The audit detail has large values and secrets by name only. */
function changedFields({ operation, input, prepared }: ContainedChange): PlannedChange['changes'] {
  return Object.entries(prepared.target.detail ?? {})
    .filter(([field]) => Object.hasOwn(input, field) || fieldsOfDetail[operation.tool] === field)
    .map(([field, value]) => {
      const change = Changed.safeParse(value)
      return change.success
        ? { field, from: shortened(change.data.from), to: shortened(change.data.to) }
        : { field, from: null, to: shortened(value) }
    })
}

const shortened = (value: unknown): unknown =>
  typeof value === 'string' && value.length > shownCharacters ? `${value.length} characters` : value
