import type { z } from 'zod'

/** When a stored value comes into force: `live` on the next request of every replica, `restart` when one starts. */
export type SettingApplies = 'live' | 'restart'

export interface Setting<T extends z.ZodType = z.ZodType> {
  readonly schema: T
  readonly default: z.output<T>
  readonly applies: SettingApplies
  /** One sentence. */
  readonly description: string
}

/** Declares a setting; live unless told. */
export const setting = <T extends z.ZodType>(
  schema: T,
  initial: z.output<T>,
  description: string,
  applies: SettingApplies = 'live',
): Setting<T> => ({ schema, default: initial, applies, description })
