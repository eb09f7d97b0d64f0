import * as z from 'zod'

const secrets = z.registry<{ secret: true }>()

/** Marks a field whose value must never reach a log, an audit entry, a fault record, or an agent's transcript more than once. */
export function secret<T extends z.ZodType>(schema: T): T {
  const marked = schema.meta({ 'x-secret': true }) as T
  secrets.add(marked, { secret: true })
  return marked
}

/** `get`, not `has`: a marked schema refined afterwards (`.describe`, `.max`) inherits the mark from its parent. */
export const isSecret = (schema: z.ZodType): boolean => secrets.get(schema)?.secret === true

/** Part of a link that was mailed or printed once. */
export const OneTimeToken = secret(z.string().min(1).max(200))
