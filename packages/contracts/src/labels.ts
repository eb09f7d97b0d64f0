import * as z from 'zod'
import type { DeclaredEffects, EffectList } from './effects.ts'
import { isVisible, visibleRule } from './human-text.ts'
import { limits } from './limits.ts'

/** The member of each kind's answers that identifies the object. */
export const labelledKinds = {
  project: 'id',
  user: 'id',
  group: 'id',
  application: 'clientId',
  api: 'identifier',
  provider: 'id',
  connection: 'id',
  team: 'id',
  administrator: 'id',
  plan: 'id',
  agent: 'id',
  service_account: 'id',
} as const
export type LabelledKind = keyof typeof labelledKinds

const { entries, valueCharacters, toolCharacters } = limits.labels

const keyPattern = /^[a-z0-9][a-z0-9._/-]{0,62}$/

const LabelKey = z
  .string()
  .regex(keyPattern, 'must begin with a-z or 0-9 and have at most 63 of a-z, 0-9, ".", "_", "/" and "-"')

const LabelValue = z.string().max(valueCharacters).refine(isVisible, visibleRule)

const NewLabels = z
  .record(LabelKey, LabelValue)
  .refine((labels) => Object.keys(labels).length <= entries, `must have at most ${entries} labels`)

export const Tool = z.string().min(1).max(toolCharacters).refine(isVisible, visibleRule)

export const labelInput = {
  labels: NewLabels.optional().describe(
    `Labels by key, at most ${entries}; replaces all of them, {} removes all.`,
  ),
  managedByTool: Tool.nullable()
    .optional()
    .describe('The tool that manages the object, such as terraform; null: administrators.'),
}

/** Absent in lists. */
export const labelAnswer = {
  labels: z.record(z.string(), z.string()).optional().describe('Labels by key; absent without labels.'),
  managedByTool: z.string().optional().describe('The tool that manages the object; absent without one.'),
}

export const labelFields: ReadonlySet<string> = new Set(Object.keys(labelInput))

/** `key` finds each value of it, `key=value` one value. */
export const LabelFilter = z
  .string()
  .max(limits.labels.keyCharacters + 1 + valueCharacters)
  .regex(/^[a-z0-9][a-z0-9._/-]{0,62}(?:=.*)?$/s, 'must be key or key=value')

/** Splits at the first equals sign, which no key has. */
export function parseLabelFilter(filter: string): { readonly key: string; readonly value: string | null } {
  const at = filter.indexOf('=')
  return at < 0 ? { key: filter, value: null } : { key: filter.slice(0, at), value: filter.slice(at + 1) }
}

/**
 * Labels change neither sign-in nor rights. In a high-consequence operation, which has an effect for every input, they count as its
 * other fields.
 */
export function withLabelEffects(effects: DeclaredEffects, isHighConsequence: boolean): DeclaredEffects {
  if (!('byField' in effects)) return effects
  const ofFields = Object.values(effects.byField).flatMap((field) =>
    'on' in field ? [...field.on, ...field.off] : field,
  )
  const [first = 'none', ...others] = isHighConsequence ? new Set(ofFields) : []
  const ofLabels: EffectList = [first, ...others]
  return { ...effects, byField: { ...effects.byField, labels: ofLabels, managedByTool: ofLabels } }
}
