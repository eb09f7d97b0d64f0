import type { Operation } from '@signet/contracts'
import { refuse } from '@signet/runtime'

/** Checks the shape against the operation's one closed input schema; every issue names its field. */
export function parse(operation: Operation, raw: unknown): Record<string, unknown> {
  const parsed = operation.input.safeParse(raw)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          message: 'is not a field of this request',
        }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
  return refuse('invalid_request', {
    detail: errors
      .map(({ path, message }) => `${path || 'The body'}: ${message}.`)
      .slice(0, 5)
      .join(' '),
    errors,
  })
}
