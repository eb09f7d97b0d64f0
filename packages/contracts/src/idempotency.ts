/** Repeated calls with the same key return the first response. */
export const idempotencyHeader = 'idempotency-key'

export const idempotencyField = 'idempotencyKey'

export const idempotencySeconds = 86_400

export const maxIdempotencyKey = 255

export function takeIdempotencyKey(args: Readonly<Record<string, unknown>>): {
  readonly idempotencyKey: string | undefined
  readonly rest: Record<string, unknown>
} {
  const { [idempotencyField]: key, ...rest } = args
  return { idempotencyKey: typeof key === 'string' ? key : undefined, rest }
}
