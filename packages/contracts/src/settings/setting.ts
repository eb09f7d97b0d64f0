import type { z } from 'zod'
import type { FieldEffects } from '../effects.ts'

/** `live`: on the next request of every replica; `restart`: when a service starts. */
export type SettingApplies = 'live' | 'restart'

export interface Setting<T extends z.ZodType = z.ZodType> {
  readonly schema: T
  readonly default: z.output<T>
  readonly applies: SettingApplies
  readonly effects: FieldEffects
  /** One sentence. */
  readonly description: string
}

/** Applications, users or directories need the switch for access. */
export const opens = { on: ['lets-in'], off: ['locks-out'] } as const satisfies FieldEffects

/** Disabled, it permits more; enabled, it may lock out clients that do not follow it yet. */
export const protects = { on: ['locks-out'], off: ['lets-in'] } as const satisfies FieldEffects

export const setting = <T extends z.ZodType>(
  schema: T,
  initial: z.output<T>,
  effects: FieldEffects,
  description: string,
  applies: SettingApplies = 'live',
): Setting<T> => ({ schema, default: initial, applies, effects, description })
