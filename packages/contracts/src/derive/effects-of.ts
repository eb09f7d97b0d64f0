import { type DeclaredEffects, type Effect, effects, type FieldEffects } from '../effects.ts'
import type { Operation } from '../operation.ts'
import { isOperationName, type OperationName, operations } from '../registry.ts'
import { placementOf } from './placement.ts'

type Input = Readonly<Record<string, unknown>>

export interface TargetFacts {
  /** The administrators' project: its users are the administrators of the instance. */
  readonly ofAdministrators: boolean
}

interface Counterpart {
  readonly tool: OperationName
  /** Default: the input itself. */
  readonly input?: Input
}

/** Operations of a project that have, at the administrators' project, the effect of another operation. */
const administratorCounterparts: { readonly [N in OperationName]?: Counterpart } = {
  project_user_create: { tool: 'admin_create' },
  project_user_update: { tool: 'admin_update' },
  project_user_email_change: { tool: 'admin_update' },
  project_user_delete: { tool: 'admin_deactivate' },
  project_user_bulk_delete: { tool: 'admin_deactivate' },
  project_user_bulk_deactivate: { tool: 'admin_deactivate' },
  project_user_lock: { tool: 'admin_deactivate' },
  project_user_unlock: { tool: 'admin_update', input: { active: true } },
  project_user_bulk_activate: { tool: 'admin_update', input: { active: true } },
  project_user_sign_out: { tool: 'admin_sign_out' },
  project_user_bulk_sign_out: { tool: 'admin_sign_out' },
  project_user_application_sign_out: { tool: 'admin_sign_out' },
  project_user_totp_clear: { tool: 'admin_totp_clear' },
  project_user_password_reset: { tool: 'admin_totp_clear' },
}

function counterpartsOf({ tool }: Operation, input: Input, { ofAdministrators }: TargetFacts): Counterpart[] {
  const found = ofAdministrators && isOperationName(tool) ? administratorCounterparts[tool] : undefined
  const deactivates = tool === 'project_user_update' && input.active === false
  return [
    ...(found ? [found] : []),
    ...(deactivates ? [{ tool: 'project_user_bulk_deactivate' } as const] : []),
  ]
}

const valuesOf = (field: FieldEffects, value: unknown): readonly Effect[] => {
  if (!('on' in field)) return field
  return value === true ? field.on : value === false ? field.off : [...field.on, ...field.off]
}

const confirmingFields: ReadonlySet<string> = new Set(['confirm', 'expect'])

function ownEffects(operation: Operation, input: Input): readonly Effect[] {
  const declared: DeclaredEffects = operation.effects
  if (!('byField' in declared)) return declared
  const { params } = placementOf(operation)
  const named = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !params.includes(name) && !confirmingFields.has(name),
  )
  const byField = named.flatMap(([name, value]): readonly Effect[] => {
    const field = Object.hasOwn(declared.byField, name) ? declared.byField[name] : undefined
    return field ? valuesOf(field, value) : effects
  })
  return [...(declared.always ?? []), ...byField]
}

/**
 * Approval depends on the effects, not on the tool's name.
 * @returns in the order of `effects`; `none` only without any other
 */
export function effectsOf(operation: Operation, input: Input, target: TargetFacts): readonly Effect[] {
  const found = new Set([
    ...ownEffects(operation, input),
    ...counterpartsOf(operation, input, target).flatMap((one) =>
      ownEffects(operations[one.tool], one.input ?? withoutTarget(operation, input)),
    ),
  ])
  const harmful = effects.filter((effect) => effect !== 'none' && found.has(effect))
  return harmful.length > 0 ? harmful : ['none']
}

/** Omits path parameters, for an operation with another target parameter. */
function withoutTarget(operation: Operation, input: Input): Input {
  const { params } = placementOf(operation)
  return Object.fromEntries(Object.entries(input).filter(([name]) => !params.includes(name)))
}

/** True also when an operation with the same effect is high-consequence. */
export const isHighConsequence = (operation: Operation, input: Input, target: TargetFacts): boolean =>
  [operation, ...counterpartsOf(operation, input, target).map(({ tool }) => operations[tool])].some(
    ({ kind }: Operation) => kind === 'high_consequence',
  )

export function possibleEffects(operation: Operation): readonly Effect[] {
  const declared: DeclaredEffects = operation.effects
  if (!('byField' in declared)) return declared
  const found = new Set([
    ...(declared.always ?? []),
    ...Object.values(declared.byField).flatMap((field) => valuesOf(field, undefined)),
  ])
  return effects.filter((effect) => found.has(effect))
}
