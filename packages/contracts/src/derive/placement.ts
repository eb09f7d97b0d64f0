import type { z } from 'zod'
import type { Operation } from '../operation.ts'
import { Nothing } from '../values.ts'

export interface Placement {
  readonly method: string
  /** Path below `/admin/api`, parameters as `:name`. */
  readonly path: string
  readonly params: readonly string[]
  /** Fields in the query (GET, and DELETE by default) or in the JSON body. */
  readonly fields: readonly string[]
  readonly fieldsIn: 'query' | 'body'
  readonly successStatus: number
}

const placements = new WeakMap<Operation, Placement>()

/** Cached: every call needs it. */
export function placementOf(operation: Operation): Placement {
  const known = placements.get(operation)
  if (known) return known
  const placement = findPlacement(operation)
  placements.set(operation, placement)
  return placement
}

function findPlacement(operation: Operation): Placement {
  const [method = '', path = ''] = operation.route.split(' ')
  const params = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
  const fields = Object.keys(operation.input.shape).filter((field) => !params.includes(field))
  const fieldsIn = operation.fieldsIn ?? (method === 'GET' || method === 'DELETE' ? 'query' : 'body')
  const successStatus = operation.status ?? (operation.answer === Nothing ? 204 : 200)
  return { method, path, params, fields, fieldsIn, successStatus }
}

/** Invalid values are left for the validation. */
export function decodeQuery(
  operation: Operation,
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const shape = operation.input.shape as Record<string, z.ZodType>
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      decode(Object.hasOwn(shape, name) ? shape[name] : undefined, value),
    ]),
  )
}

function decode(schema: z.ZodType | undefined, value: unknown): unknown {
  if (typeof value !== 'string' || !schema) return value
  const type = innermost(schema).def.type
  // A repeatable parameter that occurs once.
  if (type === 'array') return [value]
  if (type === 'number') return /^\d{1,15}$/.test(value) ? Number(value) : value
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}

function innermost(schema: z.ZodType): z.ZodType {
  const inner = (schema.def as { innerType?: z.ZodType }).innerType
  return inner ? innermost(inner) : schema
}
