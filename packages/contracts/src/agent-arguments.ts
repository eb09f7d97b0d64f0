import { limits } from './limits.ts'
import type { Operation } from './operation.ts'

/** Tool argument: reason of a change, which the approving administrator reads. */
export const reasonField = 'reason'

/** Percent-encoded UTF-8, because headers are ASCII. */
export const reasonHeader = 'signet-reason'

/** Tool argument: seconds that a change waits for its approval. */
export const waitField = 'waitSeconds'

/** Seconds, below the timeouts of proxies and of agents' clients. */
export const maxWaitSeconds = 50

/** RFC 7240: `wait=50`, `handling=strict`, and `return=representation` for a deletion. */
export const preferHeader = 'prefer'

/** RFC 7240 section 3. */
export const preferenceAppliedHeader = 'preference-applied'

/** A 2xx response means that the change is made: a preview is refused with 409. */
export const strictHandling = 'handling=strict'

interface CallArguments {
  readonly reason: string | undefined
  readonly waitSeconds: number | undefined
  readonly input: Record<string, unknown>
}

/** An operation with a field `reason` gets it as its field too. */
export function takeCallArguments(
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
): CallArguments {
  const { [reasonField]: reason, [waitField]: waitSeconds, ...rest } = args
  const hasOwn = reasonField in operation.input.shape && reason !== undefined
  return {
    reason: typeof reason === 'string' ? reason.slice(0, limits.approvalReasonCharacters) : undefined,
    waitSeconds: typeof waitSeconds === 'number' ? clamped(waitSeconds) : undefined,
    input: hasOwn ? { ...rest, [reasonField]: reason } : rest,
  }
}

const clamped = (seconds: number): number => Math.min(Math.max(0, Math.trunc(seconds)), maxWaitSeconds)

interface Preferences {
  /** 0 to `maxWaitSeconds`. */
  readonly waitSeconds: number
  readonly returnsRepresentation: boolean
  readonly isStrict: boolean
}

/** An unknown preference is ignored, as RFC 7240 requires. */
export function preferencesOf(header: string | readonly string[] | undefined): Preferences {
  const given = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
  const [, seconds = '0'] = given.map((one) => /^wait=(\d{1,4})$/.exec(one)).find(Boolean) ?? []
  return {
    waitSeconds: Math.min(Number(seconds), maxWaitSeconds),
    returnsRepresentation: given.includes('return=representation'),
    isStrict: given.includes(strictHandling),
  }
}
