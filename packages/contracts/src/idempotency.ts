/** Header of a change that may be repeated safely: the same key and the same call are answered once. */
export const idempotencyHeader = 'idempotency-key'

/** The tool argument that travels as this header. */
export const idempotencyField = 'idempotencyKey'

/** How long an answer is kept for its key. Seconds. */
export const idempotencySeconds = 86_400

export const maxIdempotencyKey = 255

/** Separates the key from the arguments of a tool call. */
export function takeIdempotencyKey(args: Readonly<Record<string, unknown>>): {
  readonly idempotencyKey: string | undefined
  readonly rest: Record<string, unknown>
} {
  const { [idempotencyField]: key, ...rest } = args
  return { idempotencyKey: typeof key === 'string' ? key : undefined, rest }
}
